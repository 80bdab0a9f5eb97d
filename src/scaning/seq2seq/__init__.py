"""Sequence-to-sequence models: training, decoding, export."""
