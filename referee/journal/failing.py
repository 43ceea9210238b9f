"""What may go wrong with a journal, in words for the people at the table."""

from table.errors import BadInput, VedetteError


class NotSaved(VedetteError):  # noqa: N818
    """The journal could not take an entry: the disk is full, the database is gone; nothing has happened."""


class Taken(BadInput):
    """Another program writes this journal."""


class Overtaken(VedetteError):  # noqa: N818
    """Somebody else's entry came first: what was to be written no longer fits."""
