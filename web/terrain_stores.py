"""Where terrain is kept: with the match under way, or with a set-up that has none yet."""

from collections.abc import Sequence

from referee.match.match import Match
from referee.match.state import NotNow
from referee.observation import Observation
from referee.setup.folder import SetUp
from referee.terrain.agreed_terrain import AgreedTerrain, check_pieces
from table.terrain import Piece
from vision.terrain.height_map import Heights
from web.match_session import MatchSession
from web.privacy import may_see_picture, rounder_for
from web.setup.session import SetupSession

CHANGED_MEANWHILE = "somebody else changed the terrain meanwhile: load it again"


class MatchTerrain:
    """The terrain of the match in a session: every change is in its journal."""

    def __init__(self, session: MatchSession) -> None:
        self._session = session

    def laid(self) -> AgreedTerrain:
        """Return the terrain now."""
        return self._session.laid

    def lay(self, pieces: Sequence[Piece], version: int) -> None:
        """Put other terrain down; raises NotNow where it is locked or ``version`` is an older one."""

        def act(match: Match) -> None:
            if match.now.laid.version != version:
                raise NotNow(CHANGED_MEANWHILE)
            match.lay(pieces)

        self._session.act(act)

    def lock(self, locked: bool) -> None:
        """Lock it, or unlock it."""
        self._session.act(lambda match: match.lock_terrain(locked))

    def observation(self) -> Observation:
        """Return the newest observation of the table."""
        return self._session.observation

    def told(self, piece: Piece) -> Piece:
        """Return a piece as who asks may know it."""
        rounder = rounder_for(self._session)
        return piece if rounder is None else rounder.piece(piece)

    def may_see_picture(self) -> bool:
        """Say whether who asks may see the camera's picture."""
        return may_see_picture(self._session)


class SetupTerrain:
    """The terrain of whichever set-up is being worked on: what is drawn is in its terrain.toml at once."""

    def __init__(self, setup_session: SetupSession) -> None:
        self._setup_session = setup_session
        self._laid: tuple[str, AgreedTerrain] | None = None

    def laid(self) -> AgreedTerrain:
        """Return the terrain now; raises NotNow where no set-up is being worked on."""
        known_id, setup = self._current()
        pieces = setup.terrain or ()
        if self._laid is None or self._laid[0] != known_id or self._laid[1].pieces != pieces:
            version = self._laid[1].version + 1 if self._laid is not None else 0
            self._laid = (known_id, AgreedTerrain(pieces, version=version))
        return self._laid[1]

    def lay(self, pieces: Sequence[Piece], version: int) -> None:
        """Put other terrain down; raises NotNow where it is locked or ``version`` is an older one."""
        laid, (known_id, setup) = self.laid(), self._current()
        if version != laid.version:
            raise NotNow(CHANGED_MEANWHILE)
        if laid.locked:
            raise NotNow("the terrain is locked: the referee unlocks it first")
        table = self.observation().table
        check_pieces(pieces, table.width_cm, table.depth_cm)
        setup.terrain = tuple(pieces)
        # Read back: a file's numbers may differ from a finger's by the last digit, and would look changed.
        self._laid = (known_id, laid.with_pieces(setup.terrain or ()))
        self._setup_session.relook(setup)

    def lock(self, locked: bool) -> None:
        """Lock it, or unlock it."""
        laid, (known_id, _) = self.laid(), self._current()
        if locked != laid.locked:
            self._laid = (known_id, laid.with_lock(locked))

    def observation(self) -> Observation:
        """Return what is seen of the table; raises NotNow before it is found."""
        capture_loop = self._setup_session.capture_loop
        if capture_loop is None or capture_loop.observer is None:
            raise NotNow("find the table first")
        return capture_loop.observer.observation

    def told(self, piece: Piece) -> Piece:
        """Return a piece as it is: only the referee sets up."""
        return piece

    def may_see_picture(self) -> bool:
        """Say yes: nothing is played yet that anybody could have kept from others."""
        return True

    def heights(self) -> Heights | None:
        """Return the heights that were measured of the table, if any were."""
        return self._current()[1].measured_heights()

    def game(self) -> str:
        """Return which game the set-up is for."""
        match = self._current()[1].match
        return match.game if match is not None else ""

    def _current(self) -> tuple[str, SetUp]:
        known_id = self._setup_session.current
        if known_id is None:
            raise NotNow("find the table first")
        return known_id, self._setup_session.setup(known_id)


TerrainStore = MatchTerrain | SetupTerrain
