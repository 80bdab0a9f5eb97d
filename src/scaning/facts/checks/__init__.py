"""The checks, one a module: each compares one sort of fact and yields its evidence."""
