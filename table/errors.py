"""Errors and remarks written for the people at the table."""

from collections.abc import Mapping
from typing import Self


class VedetteError(Exception):
    """Something went wrong that the user can understand and mend; its text is one clear line.

    The text is ``template`` with ``values`` in its places, so that it can be said in another language.
    """

    def __init__(self, template: str = "", **values: object) -> None:
        self.template, self.values = template, values
        super().__init__(template.format(**values) if values else template)


class BadInput(VedetteError):  # noqa: N818
    """What the user gave cannot be used: exit status 2 on the command line, a 4xx on the web."""


class Wanted(str):
    """What a file should have, or has, in English: said in another language where its words are known there."""

    __slots__ = ()


class Remark(str):
    """A line for the people at the table that stops nothing, in English; it can be said in another language.

    The text is ``template`` with ``values`` in its places.
    """

    def __new__(cls, template: str, **values: object) -> Self:
        """Put the line together."""
        made = super().__new__(cls, template.format(**values))
        made.template, made.values = template, values
        return made

    template: str
    values: Mapping[str, object]


class BadFile(BadInput):
    """A file's value is wrong; the line names file, key, what was expected and what was found."""

    def __init__(self, file: str, key: str, expected: str, got: str | None = None) -> None:
        self.file, self.key, self.expected, self.got = file, key, expected, got
        where = f"{file}: {key}" if key else file
        line = "{where}: expected {expected}" if got is None else "{where}: expected {expected}, got {got}"
        super().__init__(line, where=where, expected=Wanted(expected), got=Wanted(got or ""))


class BadGeometry(BadInput, ValueError):  # noqa: N818
    """A shape or number no measurement can be made on: NaN, a piece of two corners, a negative size."""


class UnknownStand(BadInput, KeyError):  # noqa: N818
    """A stand was named that is not on the table."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        self.name = name
        listed = ", ".join(known[:8]) + (", ..." if len(known) > 8 else "")
        there_are = "{known}" if known else "none"
        super().__init__("no stand named {name} on the table; there are: " + there_are, name=repr(name), known=listed)

    def __str__(self) -> str:
        return str(self.args[0])
