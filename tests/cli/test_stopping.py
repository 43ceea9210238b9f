"""Ctrl-C ends a server whichever of its threads the signal comes to."""

import signal
import sys
import threading

import pytest

from cli.page_server import Stopping


@pytest.mark.skipif(sys.platform == "win32", reason="signals come to no thread there")
def test_a_signal_that_another_thread_gets_ends_the_wait() -> None:
    """While a film was written its library's thread got it, and the server went on for an hour."""
    before, over = signal.getsignal(signal.SIGINT), threading.Event()
    other = threading.Thread(target=over.wait, daemon=True)
    other.start()
    assert other.ident is not None
    with Stopping() as stopping:
        stopping.in_turn()
        signalling = threading.Timer(0.1, signal.pthread_kill, (other.ident, signal.SIGINT))
        signalling.start()
        try:
            stopping.wait()
        finally:
            over.set()
            signal.signal(signal.SIGINT, before)
    assert stopping.asked
