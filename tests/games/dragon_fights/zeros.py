"""What is never done with number 0 in Dragon Fights."""

HALL = "Square 0 is the hall, where no stone ever lies."
SETTINGS = []
NEVER = {"flip.square": HALL, "relocate.origin": HALL, "relocate.to": HALL}
