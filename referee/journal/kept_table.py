"""A table in an entry of a journal: read only as far as somebody asks."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Self

from referee.journal.stands import table_data, table_from
from table.snapshot import Snapshot


class KeptTable:
    """A table in an entry, as the journal has it or as it was measured: one is made of the other when asked for."""

    def __init__(self, snapshot: Snapshot | None = None, data: Mapping[str, Any] | None = None) -> None:
        self._snapshot, self._data = snapshot, data

    @classmethod
    def of(cls, value: object) -> Self:
        """Return a table from its snapshot or from its data; raises ValueError for anything else."""
        if isinstance(value, cls):
            return value
        if isinstance(value, Snapshot):
            return cls(snapshot=value)
        if isinstance(value, Mapping):
            return cls(data=value)
        raise ValueError("a table")

    @cached_property
    def snapshot(self) -> Snapshot:
        """The table."""
        return self._snapshot if self._snapshot is not None else table_from(self._data or {})

    @cached_property
    def stands_only(self) -> Snapshot:
        """The table without its ground and its errors, of which a state knows nothing: most of the work."""
        if self._data is None:
            return self.snapshot
        return table_from({**self._data, "pieces": (), "shared": None})

    @cached_property
    def data(self) -> Mapping[str, Any]:
        """The table as a journal writes it."""
        return self._data if self._data is not None else table_data(self.snapshot)
