"""`vedette army`: the order-of-battle builder. Not built yet."""

import click

from cli.unbuilt import NotBuilt


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED)
def command(words: tuple[str, ...]) -> None:  # noqa: ARG001
    """Build an order of battle: units, points, and the roster with its markers.

    Not built yet; until then write roster.toml by hand.
    """
    raise NotBuilt("army", "build an order of battle and write its roster")
