"""A scorer of similarity that is trained to tell a rewriting from a break (ParaQD)."""
