"""The processes that move the bots, apart from those that answer requests: a bot that thinks keeps nobody waiting."""
