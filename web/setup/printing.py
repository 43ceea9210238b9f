"""The sheets of one set-up as PDF."""

from calibration.sheets.charuco import charuco_sheet
from calibration.sheets.check import check_sheet
from calibration.sheets.frame import cards_of_frame, cards_of_places, frame_of, frame_sheet
from calibration.sheets.stands import Card, cards_of_ids, cards_of_roster, stand_sheet
from referee.setup.folder import SetUp
from referee.setup.sheets_file import usual_sheets
from table.errors import BadInput
from vision.dictionary import dictionary as dictionary_of

SHEETS = ("frame", "markers", "charuco", "check")


def sheet_pdf(made: SetUp, which: str) -> bytes:
    """Return a sheet to print."""
    sheets, frame, roster = made.sheets or usual_sheets(made.match.game if made.match else ""), made.frame, made.roster
    words = dictionary_of(frame.dictionary if frame is not None else "4x4_250")
    if which == "frame":
        if frame is None:
            raise BadInput("say first how large the play area is")
        ids = [marker.id for marker in frame.markers]
        size_cm = frame.markers[0].size_cm if frame.markers else 5.0
        laid = frame_of(frame.width_cm, frame.depth_cm, ids, size_cm) if len(ids) in (4, 6, 8) else None
        plain = laid is not None and laid.markers == frame.markers
        cards = cards_of_places(ids, size_cm) if plain else cards_of_frame(frame)
        return frame_sheet(cards, words, sheets.paper, sheets.bar_mm).to_bytes()
    if which == "markers":
        entries = roster.entries if roster is not None else ()
        cards_ = cards_of_roster(roster) if roster is not None and entries else cards_of_ids(
            range(sheets.markers), 10 * sheets.marker_cm
        )  # fmt: skip
        banners = frame.banners if frame is not None else None
        if banners is not None:
            cards_ += [Card(number, 10 * banners.size_cm, f"{number} banner") for number in banners.ids]
        return stand_sheet(cards_, words, sheets.paper, sheets.bar_mm).to_bytes()
    if which == "charuco":
        board = sheets.board
        squares = (board.columns, board.rows)
        drawn = charuco_sheet(
            squares,
            10 * board.square_cm,
            10 * board.marker_cm,
            dictionary_of(board.dictionary),
            sheets.paper,
            sheets.bar_mm,
        )
        return drawn.to_bytes()
    return check_sheet(sheets.paper, sheets.bar_mm).to_bytes()
