"""What may go wrong with a journal, in words for the people at the table."""

from table.errors import BadInput, VedetteError

FULL = "the journal could not be written, the disk is full: nothing has happened"
UNWRITTEN = "the journal could not be written: nothing has happened"
GONE = "the journal {file} is gone: nothing is saved until it is back; export the match now"
MENDED = (
    "{file}, a part of the journal, was deleted or replaced while the match was played: what was in it is saved again, "
    "and nothing has happened; do that once more"
)
DAMAGED = (
    "the journal {file} was damaged from outside: nothing is saved until it is whole again; export the match now, then "
    "stop Vedette and run: vedette journal rebuild"
)
DAMAGED_MIRRORED = (
    "the journal {file} was damaged from outside: nothing is saved until it is whole again; all that was confirmed is "
    "in its mirror: stop Vedette and run: vedette journal rebuild"
)
MIRROR_BEHIND = (
    "the second copy of the journal, its mirror, is not being written: the match is saved in the journal only; "
    "the terminal says why"
)
UNREAD = "the journal cannot be read now; when its database or disk is back the match goes on"


class _Aside(VedetteError):  # noqa: N818
    """Says its template on every page; the terminal and the log, where the referee sits, hear ``said`` too.

    What a database says may name its host and its user.
    """

    def __init__(self, template: str, said: str = "", **values: object) -> None:
        super().__init__(template, **values)
        self._said = said

    def __str__(self) -> str:
        return f"{super().__str__()} ({self._said})" if self._said else super().__str__()


class NotSaved(_Aside):
    """The journal could not take an entry: the disk is full, the database is gone; nothing has happened."""


class Unread(_Aside):
    """The journal cannot be read now: its database is away, or its file is damaged."""


class WriterTaken(BadInput):
    """Another program writes this journal."""


class Overtaken(VedetteError):  # noqa: N818
    """Somebody else's entry came first: what was to be written no longer fits."""
