"""The option that says which language a command speaks."""

import os
from collections.abc import Mapping

import click

from cli import SPOKEN
from referee.words import LANGUAGES, language_of


def _spoken(ctx: click.Context, _: click.Parameter, language: str) -> str:
    ctx.meta[SPOKEN] = language
    return language


def language_here(environment: Mapping[str, str]) -> str:
    """Return the language that errors are said in where none was asked for."""
    named = environment.get("VEDETTE_LANG", "")
    return named if named in LANGUAGES else language_of(environment)


option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    envvar="VEDETTE_LANG",
    default=lambda: language_of(os.environ),
    is_eager=True,
    callback=_spoken,
    show_default="VEDETTE_LANG, else your system's language, else en",
    help="The language of the ruling.",
)
