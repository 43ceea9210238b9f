"""The set-up's routes of `Why is it not seen?`, in the steps that check the table and fill the roster."""

from flask.typing import ResponseReturnValue

from referee.match.state import NotNow
from referee.setup.folder import SetUp
from table.roster import Roster
from table.snapshot import Snapshot
from web.answers import json_answer
from web.bodies import Body
from web.language import asked_language
from web.marks import answers, mark
from web.setup.session import SetupSession
from web.setup.setup_routes import SetupRoutes
from web.unseen import UnseenView


def unseen_routes(routes: SetupRoutes, setup_session: SetupSession) -> None:
    """Add the routes to the set-up's."""

    @routes.get("/unseen")
    @json_answer
    def told(_: SetUp) -> UnseenView:
        return setup_session.unseen.told(asked_language())

    @routes.post("/unseen/look", Body)
    @json_answer
    def look(made: SetUp, _: Body) -> UnseenView:
        view, picture, capture_loop = made.table, setup_session.frame().image, setup_session.capture_loop
        if view is None:
            raise NotNow("find the table first")
        observer = capture_loop.observer if capture_loop is not None else None
        table = (
            observer.observation.table
            if observer is not None
            else Snapshot(view.frame.width_cm, view.frame.depth_cm, ())
        )
        setup_session.unseen.begin(picture, view, made.roster or Roster(), table)
        return setup_session.unseen.told(asked_language())

    @routes.get("/unseen/spot.jpg")
    @mark(query=("look", "spot"))
    @answers("image/jpeg")
    def spot(_: SetUp) -> ResponseReturnValue:
        return setup_session.unseen.spot(masked=False)
