"""START: who begins (A1.5)."""

from collections.abc import Mapping
from typing import Any

from rules.hearing import Hearing
from rules.initiative import begins
from table.snapshot import Snapshot


def start(snapshot: Snapshot, action: Mapping[str, Any], hearing: Hearing, source: str) -> None:
    """Hear ``start``: a die each, the higher begins; then turns alternate."""
    begins(snapshot, action, hearing, source, "A1.5")
