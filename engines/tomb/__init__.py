"""The emperor's tomb: the map and the stones, which T'Chang and Dragon Fights share, and nothing else."""
