"""A journal whose guards are off, to be altered behind its back, again and again from the same beginning."""

from collections.abc import Callable
from pathlib import Path

from journals import begin, play
from sqlalchemy import Connection, NullPool, create_engine, text

from referee.journal.engines import url_of
from referee.journal.integrity import CheckReport, check_journal
from referee.journal.store import Journal

Act = Callable[[Connection], object]


class Spoiled:
    """A played journal that anybody may alter."""

    def __init__(self, where: str | Path) -> None:
        self.where = where
        journal, match = begin(where)
        play(match)
        journal.close()
        url = url_of(where)
        self._sqlite = self.takes_nul = url.get_backend_name() == "sqlite"
        self._engine = create_engine(url, poolclass=NullPool)
        with self._engine.begin() as connection:
            for trigger in ("entry_no_update", "entry_no_delete", "entry_no_replace"):
                if self._sqlite:
                    connection.execute(text(f"DROP TRIGGER {trigger}"))
            if not self._sqlite:
                connection.execute(text("ALTER TABLE entry DISABLE TRIGGER ALL"))
            connection.execute(text("CREATE TABLE whole AS SELECT * FROM entry"))

    def report_after(self, act: Act, head: str | None = None) -> CheckReport:
        """Alter the journal as it was played, and return what is found."""
        with self._engine.begin() as connection:
            connection.execute(text("DELETE FROM entry"))
            connection.execute(text("INSERT INTO entry SELECT * FROM whole"))
            act(connection)
        with Journal(self.where) as journal:
            return check_journal(journal.entries(), head)

    def whole(self) -> CheckReport:
        """Return what is found in the journal as it was played."""
        return self.report_after(lambda _: None)
