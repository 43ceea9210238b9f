"""The set-up's last steps: terrain, the roster, and play."""

from flask import Blueprint, jsonify, url_for
from flask.typing import ResponseReturnValue

from referee.match.state import NotNow
from referee.setup.bases import entry_of
from table.errors import BadInput
from table.roster import Roster
from web.bodies import Body, json_body
from web.language import asked_language
from web.roles import referee_only
from web.setup import views
from web.setup.bodies import RosterBody
from web.setup.session import SetupSession


def mustering_routes(setup: Blueprint, setup_session: SetupSession) -> None:
    """Add the routes of terrain, roster and play to the set-up's."""

    @setup.post("/api/setup/<known_id>/terrain/none")
    @json_body(Body)
    def no_terrain(body: Body, known_id: str) -> ResponseReturnValue:  # noqa: ARG001
        made = setup_session.setup(known_id)
        if not made.terrain:
            made.terrain = ()
        return jsonify(href=url_for("setup.step", known_id=known_id, key="roster"))

    @setup.get("/api/setup/<known_id>/roster")
    @referee_only
    def roster(known_id: str) -> ResponseReturnValue:
        made = setup_session.setup(known_id)
        match = made.match
        if match is None:
            raise NotNow("say first which game is played")
        return jsonify(views.roster_view(setup_session, made, match, asked_language()))

    @setup.post("/api/setup/<known_id>/roster")
    @json_body(RosterBody)
    def keep_roster(body: RosterBody, known_id: str) -> ResponseReturnValue:
        made = setup_session.setup(known_id)
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
        return jsonify(href=url_for("setup.step", known_id=known_id, key="play"))

    @setup.post("/api/setup/<known_id>/play")
    @json_body(Body)
    def play(body: Body, known_id: str) -> ResponseReturnValue:  # noqa: ARG001
        setup_session.play(setup_session.setup(known_id))
        return jsonify(href="/")
