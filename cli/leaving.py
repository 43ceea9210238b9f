"""How a command that served a page ends: everything is closed by then, and no thread that still computes matters."""

import os
import sys
import threading


def leave() -> None:
    """End the program at once where threads are still at work; returns where none is.

    Python would tear down under their feet what they stand on: inside a video library or OpenCV the process then aborts
    (exit 134), elsewhere a traceback is printed after the last word.
    """
    if threading.active_count() > 1:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
