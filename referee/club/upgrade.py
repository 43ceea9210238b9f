"""Bringing the club's database to the form that this Vedette writes, by Alembic's migrations."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

from table.errors import BadInput

VERSIONS = "club_version"
NO_CLUB = "{name} is no club's database: see how it is written; `vedette club take` takes a journal in"
_LOCK = 0x56_45_43_4C  # "VECL": one program changes the database at a time


def upgrade(engine: Engine, name: str, *, make: bool = True) -> None:
    """Make what is not there and change what is older; raises BadInput for the database of a newer Vedette.

    Without ``make`` also for one that has no club in it.

    All of it or nothing: a database whose change failed is as it was.
    """
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
        now = version_of(connection)
        scripts = _scripts()
        if now is None and not make:
            raise BadInput(NO_CLUB, name=name)
        if now is not None and now not in {script.revision for script in scripts.walk_revisions()}:
            raise BadInput(
                "{name} was written by a newer Vedette (its version is {version}): update Vedette here",
                name=name, version=now,
            )  # fmt: skip
        if now != scripts.get_current_head():
            config = _config()
            config.attributes["connection"] = connection
            command.upgrade(config, "head")


def version_of(connection: Connection) -> str | None:
    """Return the version of the club's database; None where there is none."""
    found = MigrationContext.configure(connection, opts={"version_table": VERSIONS}).get_current_revision()
    return None if found is None else str(found)


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    return config


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())
