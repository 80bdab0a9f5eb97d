"""One module for each command; `scaning.cli` puts them together."""
