"""Bot workers: processes apart from those that serve requests, so that a bot that computes delays nobody."""
