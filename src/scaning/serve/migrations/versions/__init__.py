"""One module for each step, the first first."""
