"""The sheets of one set-up as PDF."""

from dataclasses import replace

import cv2

from calibration.sheets.charuco import charuco_sheet
from calibration.sheets.check import check_sheet
from calibration.sheets.frame import cards_of_frame, frame_sheet
from calibration.sheets.hex_map import hex_map_sheet, on_paper
from calibration.sheets.paper import Sheet
from calibration.sheets.stands import Card, cards_of_ids, cards_of_roster, stand_sheet
from referee.setup.box_sheet import box_sheet
from referee.setup.folder import SetUp
from referee.setup.hex_size import printed_ground, usual_hexes
from referee.setup.ready import ready_roster
from referee.setup.small_files import SheetsFile, usual_sheets
from table.errors import BadInput
from table.frame import HexBoard
from table.roster import Roster
from vision.dictionary import dictionary as dictionary_of

SHEETS = ("frame", "map", "markers", "charuco", "check")


def sheets_of(game: str) -> tuple[str, ...]:
    """Return what there is to print for a game: a map only where it is played on hexes."""
    return tuple(which for which in SHEETS if which != "map" or usual_hexes(game) is not None)


def sheet_pdf(made: SetUp, which: str, language: str) -> bytes:
    """Return a sheet to print; raises BadInput where something is to be said first."""
    game = made.match.game if made.match else ""
    sheets, frame = made.sheets or usual_sheets(game), made.frame
    if which == "charuco":
        board = sheets.board
        squares, words = (board.columns, board.rows), dictionary_of(board.dictionary)
        drawn = charuco_sheet(
            squares, 10 * board.square_cm, 10 * board.marker_cm, words, sheets.paper, sheets.bar_mm
        )  # fmt: skip
        return drawn.to_bytes()
    if which == "check":
        return check_sheet(sheets.paper, sheets.bar_mm).to_bytes()
    words = dictionary_of(frame.dictionary if frame is not None else "4x4_250")
    if which == "markers":
        return _markers(made, game, sheets, words, language).to_bytes()
    if frame is None:
        raise BadInput("say first how large the play area is")
    if which == "map":
        if not isinstance(frame.board, HexBoard):
            raise BadInput("say first how large the play area is")
        hexes = on_paper(frame.board)
        art = printed_ground(game, hexes, made.match.settings) if made.match is not None else None
        return hex_map_sheet(hexes, sheets.paper, sheets.bar_mm, art=art).to_bytes()
    cards = cards_of_frame(replace(frame, banners=None))  # banners are printed with the soldiers' markers
    title = f"Vedette: cards round the table, play area {frame.width_cm:.2f} x {frame.depth_cm:.2f} cm"
    return frame_sheet(cards, words, sheets.paper, sheets.bar_mm, title).to_bytes()


def _markers(made: SetUp, game: str, sheets: SheetsFile, words: cv2.aruco.Dictionary, language: str) -> Sheet:
    """Return the stands' markers: the roster's; before there is one those of the box, or as many as were asked for."""
    roster, match, banners = made.roster, made.match, made.frame.banners if made.frame is not None else None
    entries = roster.entries if roster is not None else ()
    if match is not None and usual_hexes(game) is not None:
        entries = entries or tuple(
            replace(entry, mount=replace(entry.mount, size_cm=sheets.marker_cm))
            for entry in ready_roster(game, match.settings, language).entries
        )
        return box_sheet(game, match.settings, Roster(entries), language, words, sheets.paper, sheets.bar_mm)
    cards = cards_of_roster(Roster(entries)) if entries else cards_of_ids(range(sheets.markers), 10 * sheets.marker_cm)
    if banners is not None:
        cards += [Card(number, 10 * banners.size_cm, f"{number} banner") for number in banners.ids]
    return stand_sheet(cards, words, sheets.paper, sheets.bar_mm)
