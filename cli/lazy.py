"""A click group whose commands are imported only when they are called, and whose help lists them in sections."""

from collections.abc import Mapping
from importlib import import_module
from typing import ClassVar

import click

from table.errors import VedetteError

Sections = Mapping[str, Mapping[str, str]]


class LazyGroup(click.Group):
    """Commands by section and name with their one-line help; ``name`` is ``command`` of ``cli/name.py``.

    OpenCV, Flask and shapely take a second to import together: `vedette --help` loads none of them.
    """

    sections: ClassVar[Sections] = {}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names in the order of the sections."""
        return [name for commands in self.sections.values() for name in commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command; None for a name that is not on the list."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module_name = f"cli.{cmd_name}"
        try:
            module = import_module(module_name)
        except ModuleNotFoundError as error:
            if error.name != module_name:
                raise
            raise VedetteError(
                f"`vedette {cmd_name}` is missing from this installation; install Vedette anew"
            ) from None
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write one list a section, without importing any command."""
        width = max(len(name) for name in self.list_commands(ctx))
        for title, commands in self.sections.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(width), text) for name, text in commands.items()])
