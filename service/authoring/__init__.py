"""For authors of games: `ludotheque new-game` and `ludotheque check-game`."""
