"""What wins a battle of Ancients: enough victory banners (C3.1)."""

from collections.abc import Iterator

from rules.ancients.settings import AncientsSettings
from rules.ancients.state import AncientsSide
from rules.goal import Goal
from rules.state import State
from table.snapshot import Snapshot


def goals(_snapshot: Snapshot, state: State, settings: AncientsSettings) -> Iterator[Goal]:
    """Yield how many banners each side has of those that win: its own number, or the one agreed on."""
    for side in state.sides:
        known = AncientsSide.read(state.known.get(side, {}), key=f"side.{side}")
        need = known.banners_to_win or settings.banners
        yield Goal(side, "C3.1", "goal_banners", known.banners, need, reached=known.banners >= need)
