"""A game at a table: reading it, who may do what, playing, clocks, records and what is shown of it."""
