"""A journal for a match that nobody asked to keep: written like any other, and gone when it is closed."""

import shutil
import weakref
from tempfile import mkdtemp

from referee.journal.store import Journal


class TemporaryJournal(Journal):
    """A journal in a folder of its own that goes when it is closed, or when nobody has the journal any more."""

    lasting = False

    def __init__(self) -> None:
        # A file, not SQLite in memory: the page's threads read with connections of their own.
        folder = mkdtemp(prefix="vedette-")
        self._sweep = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        super().__init__(f"{folder}/match.sqlite", write=True)
        weakref.finalize(self, self._lock.give_back)

    def close(self) -> None:
        """Let go of the journal, and of its folder."""
        super().close()
        self._sweep()
