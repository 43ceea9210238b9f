"""A journal for a match that nobody asked to keep: written like any other, and gone when it is closed."""

from tempfile import TemporaryDirectory

from referee.journal.store import Journal


class TemporaryJournal(Journal):
    """A journal in a folder of its own that goes when it is closed: every match has its entries and its seals."""

    lasting = False

    def __init__(self) -> None:
        # A file, not SQLite in memory: the page's threads read with connections of their own.
        self._folder = TemporaryDirectory(prefix="vedette-", ignore_cleanup_errors=True)
        super().__init__(f"{self._folder.name}/match.sqlite", write=True)

    def close(self) -> None:
        """Let go of the journal, and of its folder."""
        super().close()
        self._folder.cleanup()
