"""What everything else stands on: settings, logs, counts, problems, tokens and what the store keeps."""
