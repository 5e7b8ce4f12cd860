"""Mutation tests of the engines: docs/mutants.md."""
