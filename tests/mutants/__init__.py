"""The mutation run: it breaks each engine in many places, one at a time, and tells which breaks no test has noticed."""
