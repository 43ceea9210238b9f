"""`vedette completion`: what lets a shell complete commands and options."""

import click
from click.shell_completion import get_completion_class

from cli.main import main

SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Print what lets your shell complete Vedette's commands and options.

    bash, in ~/.bashrc: eval "$(vedette completion bash)"

    zsh, in ~/.zshrc: eval "$(vedette completion zsh)"

    fish: vedette completion fish > ~/.config/fish/completions/vedette.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None, "click knows these three"
    click.echo(kind(main, {}, "vedette", "_VEDETTE_COMPLETE").source())
