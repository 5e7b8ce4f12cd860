"""Live updates: the feed of each watched game, streams and long polls, and their limits."""
