"""What all other packages use: settings, logs, counts, problems, tokens and what the store keeps."""
