"""What this table tells its club's hall of itself: how it is, what it is good to, a small picture for everybody."""

import cv2
import numpy as np

from referee.club.report import MOST_PICTURE, MOST_SAID, TableReport
from referee.observation import Observation
from referee.setup.table_number import TableNumber
from referee.words import status_words
from referee.words.languages import WHOLE
from rules.registry import game_named
from web.match_session import MatchSession
from web.table_number import number_said

_WIDE_PX, _QUALITY = 320, 60


class TableReporter:
    """Makes reports of a session."""

    def __init__(self, session: MatchSession) -> None:
        self._session = session
        self._number: TableNumber | None = None
        self._last: tuple[Observation, TableReport] | None = None
        usual = {side.name: side.title for side in game_named(session.info.game).sides}
        self._titles = {
            side.name: side.title for side in session.info.sides if side.title != usual.get(side.name, side.title)
        }

    def __call__(self, whole: bool) -> TableReport:
        """Return the report of this moment, ``whole`` with its picture, unless not everybody may see the camera's."""
        seen = self._session.observation
        if not whole and self._last is not None and self._last[0] is seen:
            return self._last[1]
        if whole:
            self._number = self._session.number()
        number = self._number
        report = TableReport(
            still=seen.status.key == "still" and seen.status.notice is None,
            said={key: status_words(seen.status, language=key)[0][:MOST_SAID] for key in WHOLE},
            good_to={} if number is None else {key: number_said(number, key)[:MOST_SAID] for key in WHOLE},
            agrees=number is None or number.agrees,
            titles=self._titles,
            picture=_small(seen) if whole and self._session.privacy.may_see("spectator") else b"",
        )
        self._last = seen, report
        return report


def _small(seen: Observation) -> bytes:
    """Return a small picture of the table from above, what lies round it grey; none where there is none."""
    if seen.jpeg is None:
        return b""
    whole = cv2.imdecode(np.frombuffer(seen.jpeg(), np.uint8), cv2.IMREAD_COLOR)
    if whole is None:
        return b""
    high = max(1, round(whole.shape[0] * _WIDE_PX / whole.shape[1]))
    small = cv2.resize(whole, (_WIDE_PX, high), interpolation=cv2.INTER_AREA)
    made = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes()
    return made if len(made) <= MOST_PICTURE else b""
