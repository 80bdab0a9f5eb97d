"""ONNX Runtime with its telemetry off: what runs here reports nothing to anybody.

Recent versions write a device id and a record of every process to the user's cache, and send them
when they can. They read the variable while they are imported, so every module takes ONNX Runtime
from here.
"""

import os

os.environ["ORT_DISABLE_TELEMETRY"] = "1"

from onnxruntime import InferenceSession, SessionOptions

__all__ = ["InferenceSession", "SessionOptions"]
