"""The emperor's tomb: the map and the stones, which are all that T'Chang and Dragon Fights share."""
