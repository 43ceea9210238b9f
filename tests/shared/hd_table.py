"""Commands run on the pictures of a full HD camera over its table."""

from pathlib import Path

from click.testing import CliRunner, Result

from cli.main import main

HD = Path(__file__).parents[1] / "data" / "scenes" / "hd"
BOARD = ["--squares", "11x8", "--square-cm", "2.4", "--marker-cm", "1.8"]


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args])


def works(*args: object) -> Result:
    result = run(*args)
    assert result.exit_code == 0, result.output
    return result


def fails(*args: object) -> str:
    """Return the one line on stderr of a command that must end with 2."""
    result = run(*args)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert "Traceback" not in result.output
    return line


def measure_args(made: Path, **other: object) -> list[object]:
    given = {
        "picture": HD / "ambush-0.jpg",
        "table": made / "table.toml",
        "roster": HD / "ambush-0.roster.toml",
    } | other
    return ["measure", given["picture"], "--table", given["table"], "--roster", given["roster"], "--json"]
