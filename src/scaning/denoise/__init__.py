"""Between noise and candidates: rows that a model learns from, and questions that it is asked.

noise rows → what the denoiser reads and is to write, in slots → a training
noise rows, problems → questions in slots → a model → candidates
"""

from scaning.denoise.rows import Unfit, asked, learnt

__all__ = ["Unfit", "asked", "learnt"]
