"""The one wait that Vedette asks for: its kernels are compiled for the machine it runs on, once."""

import click

from vision.warming import is_warm, warm


def compile_kernels() -> None:
    """Compile the kernels, if that was not done yet, and say so."""
    if not is_warm():
        click.echo("Preparing the eye for this machine (once; about 20 s) ...", err=True)
        warm()
