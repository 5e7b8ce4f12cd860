"""What runs: the launcher, the embedded store, gunicorn."""
