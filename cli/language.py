"""The option that says which language a command speaks."""

import os

import click

from referee.words import LANGUAGES, language_of

option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    envvar="VEDETTE_LANG",
    default=lambda: language_of(os.environ),
    show_default="VEDETTE_LANG, else your system's language, else en",
    help="The language of the ruling.",
)
