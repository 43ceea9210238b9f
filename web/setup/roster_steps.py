"""The set-up's last steps: terrain, the roster, and play."""

from flask import jsonify
from flask.typing import ResponseReturnValue

from referee.match.state import NotNow
from referee.setup.bases import entry_of
from referee.setup.folder import SetUp
from table.errors import BadInput
from table.roster import Roster
from web.bodies import Body
from web.language import asked_language
from web.setup import views
from web.setup.bodies import RosterBody
from web.setup.session import SetupSession
from web.setup.setup_routes import SetupRoutes, to_step


def mustering_routes(routes: SetupRoutes, setup_session: SetupSession) -> None:
    """Add the routes of terrain, roster and play to the set-up's."""

    @routes.post("/terrain/none", Body)
    def no_terrain(made: SetUp, _: Body) -> ResponseReturnValue:
        if not made.terrain:
            made.terrain = ()
        return to_step("roster")

    @routes.get("/roster")
    def roster(made: SetUp) -> ResponseReturnValue:
        match = made.match
        if match is None:
            raise NotNow("say first which game is played")
        return jsonify(views.roster_view(setup_session, made, match, asked_language()))

    @routes.post("/roster", RosterBody)
    def keep_roster(made: SetUp, body: RosterBody) -> ResponseReturnValue:
        match, frame, before = made.match, made.frame, made.roster
        if match is None:
            raise NotNow("say first which game is played")
        sides = {side.name for side in match.sides}
        known = before.by_marker if before is not None else {}
        reserved = {marker.id for marker in frame.markers} if frame is not None else set()
        entries = []
        for stand in body.stands:
            if stand.side not in sides:
                raise BadInput("{name} is of the side {side}, which does not play", name=stand.name, side=stand.side)
            if stand.marker in reserved:
                raise BadInput(
                    "marker {number} of {name} is also one of the frame's", number=stand.marker, name=stand.name
                )
            base_cm = (stand.width_cm, stand.depth_cm)
            entries.append(
                entry_of(stand.marker, stand.name.strip(), stand.side, stand.kind, stand.unit.strip(), base_cm,
                         stand.mount, body.marker_cm, known.get(stand.marker))
            )  # fmt: skip
        made.roster = Roster(tuple(entries))
        setup_session.relook(made)
        return to_step("play")

    @routes.post("/play", Body)
    def play(made: SetUp, _: Body) -> ResponseReturnValue:
        setup_session.play(made)
        return jsonify(href="/")
