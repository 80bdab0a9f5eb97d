"""Rewrite algebra word problems so that the words change and the solution does not.

records → noise → denoise → score → select → paraphrase
"""
