"""Commands whose shape is fixed and whose substance is not built yet."""

from table.errors import VedetteError


class NotBuilt(VedetteError):  # noqa: N818
    """The command exists, but only its name and arguments do."""

    def __init__(self, command: str, will: str) -> None:
        super().__init__(f"`vedette {command}` will {will}; it is not built yet")
