"""What systemd reads of the appliance: Vedette at every start of the computer, and its name on the network."""

import json
from collections.abc import Collection, Sequence
from importlib.resources import files
from pathlib import Path
from string import Template

SERVICE, NAME = "vedette.service", "vedette-name.service"
UNITS = Path("/etc/systemd/system")


def unit_texts(
    program: Path, arguments: Sequence[str], user: str, groups: Collection[str], pin: Path, *, hall: bool = False
) -> dict[str, str]:
    """Return each unit's text by its name; ``program`` is the `vedette` that is run, with the referee's PIN in ``pin``.

    ``groups`` are those of cameras and serial ports, where the computer has them. A ``hall`` has a PIN of its own.
    """
    words = [_quoted(str(program)), *map(_quoted, arguments)]
    words += [] if hall else ["--pin-file", "${CREDENTIALS_DIRECTORY}/pin"]
    told = {
        "command": " ".join(words), "user": user, "groups": " ".join(groups), "pin": str(pin),
        "secrets": str(pin.with_name("secrets")),
    }  # fmt: skip
    return {name: Template(_text(name)).safe_substitute(told) for name in (SERVICE, NAME)}


def _text(name: str) -> str:
    return (files("cli") / "units" / name).read_text(encoding="utf-8")


def _quoted(word: str) -> str:
    # systemd reads C's escapes, and has its own for what it would put in.
    return json.dumps(word, ensure_ascii=False).replace("%", "%%").replace("$", "$$")
