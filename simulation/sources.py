"""Every source of pictures by one word, the synthetic camera's ``sim:`` among them."""

import time
from pathlib import Path

from rules.cases import parse_case
from simulation.synthetic.demo_table import demo_snapshot
from simulation.synthetic.look import Look
from simulation.synthetic.renderer import SyntheticSource, source_of
from simulation.synthetic.webcams import WEBCAMS
from table.errors import BadFile, BadInput
from table.notation.snapshot_line import parse_snapshot
from table.snapshot import Snapshot
from vision.sources import factory
from vision.sources.frames import FrameSource
from vision.sources.live import Clock

SIZE_PX = (1920, 1080)


def open_source(
    text: str,
    size_px: tuple[int, int] | None = None,
    clock: Clock = time.monotonic,
    seed: int = 0,
    *,
    ahead: bool = True,
    paced: bool = False,
    locking: bool = True,
) -> FrameSource:
    """Return the source that a text names, as vision.sources.factory does, or a table that is not there.

    ``sim:`` is a table of ours, ``sim:FILE`` that of a case file or of a snapshot's line, ``sim:dim webcam`` ours seen
    by one of the kinds of WEBCAMS; ``seed`` is their pictures' noise. Raises BadInput, in one line that says what to
    do.
    """
    scheme, colon, rest = text.strip().partition(":")
    if colon and scheme.lower() == "sim":
        return _synthetic(rest, size_px or SIZE_PX, clock, seed)
    return factory.open_source(text, size_px, clock, ahead=ahead, paced=paced, locking=locking)


def _synthetic(text: str, size_px: tuple[int, int], clock: Clock, seed: int) -> SyntheticSource:
    webcam = WEBCAMS.get(text)
    snapshot = _snapshot(Path(text).expanduser()) if text and webcam is None else demo_snapshot()
    look = None if webcam is None else webcam.on(Look())
    return source_of(snapshot, size_px, clock, seed, f"sim:{text}", look)


def _snapshot(path: Path) -> Snapshot:
    """Return the table of a case file (.toml) or of a file with a snapshot's one line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile(str(path), "", "a case file or a snapshot's line", "no text") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadFile(str(path), "", "a case file or a snapshot's line", reason) from None
    if path.suffix.lower() == ".toml":
        return parse_case(text, str(path)).snapshot
    try:
        return parse_snapshot(text.strip())
    except BadInput as error:
        raise BadInput("{name}: {reason}", name=path, reason=error) from None
