"""What is never done with number 0 in Zoky."""

SETTINGS = []
NEVER = {"place.placements.count": "A Quartier is named only where Zokus are placed."}
