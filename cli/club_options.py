"""Options that commands of the club share: its database, and a table's name."""

import click

from referee.club.outbox import read_place
from referee.club.record import HOME


def place_read(_context: click.Context, _option: click.Parameter, said: str | None) -> str | None:
    """Return a table's name as it was given."""
    return None if said is None else read_place(said)


database_option = click.option(
    "--database", "where", required=True, envvar="VEDETTE_CLUB", metavar="URL|FILE",
    help="The club's database: postgresql://USER@HOST/DATABASE, or a file at home; made if it is not there. "
    "[VEDETTE_CLUB]",
)  # fmt: skip
place_option = click.option(
    "--place", metavar="NAME", callback=place_read, help=f"The table it was played at. [{HOME}]"
)
