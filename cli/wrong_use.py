"""What was typed cannot be used: an error that is said in the reader's language, with where to read on."""

import click


class WrongUse(click.UsageError):
    """Options that do not go together, or a value that is none; a ``template`` with ``values`` in its places."""

    def __init__(self, template: str, **values: object) -> None:
        self.template, self.values = template, values
        super().__init__(template.format(**values) if values else template)


def option_of(param: click.Parameter | None) -> str:
    """Return an option, or an argument, as it is typed."""
    return "?" if param is None else param.opts[0]
