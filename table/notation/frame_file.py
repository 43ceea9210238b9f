"""frame.toml: the table, its frame markers, its board or banners."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from table.errors import BadFile, BadGeometry
from table.frame import Banners, Frame, FrameMarker, HexBoard, SquareBoard, Tape
from table.hex_warp import Warp
from table.notation.toml import Strict, number, parse_toml, quote

Positive = Annotated[float, Field(gt=0)]


class MarkerModel(Strict):
    """One ``[[marker]]``."""

    id: Annotated[int, Field(ge=0)]
    x: float
    y: float
    size_cm: Positive
    height_cm: float = 0.0
    heading_deg: float = 90.0


class SquaresModel(Strict):
    """``[board] kind = "squares"``."""

    kind: Literal["squares"]
    origin: tuple[float, float]
    square_cm: Positive
    files: Annotated[int, Field(gt=0)]
    ranks: Annotated[int, Field(gt=0)]


class WarpModel(Strict):
    """``[board.warp]``: what ``vedette board fit`` found."""

    box: tuple[float, float, float, float]
    across: Annotated[int, Field(gt=0)]
    offsets_cm: list[tuple[float, float]]


class HexesModel(Strict):
    """``[board] kind = "hexes"``."""

    kind: Literal["hexes"]
    origin: tuple[float, float]
    size_cm: Positive
    columns: Annotated[int, Field(gt=0)]
    rows: Annotated[int, Field(gt=0)]
    pointy: bool = True
    offset: Literal["odd", "even"] = "odd"
    first: tuple[int, int] = (0, 0)
    warp: WarpModel | None = None
    unsure_cm: list[Annotated[float, Field(ge=0)]] = []


BoardModel = Annotated[SquaresModel | HexesModel, Field(discriminator="kind")]


def board_from(
    model: SquaresModel | HexesModel | None, file: str = "frame.toml", key: str = "board"
) -> SquareBoard | HexBoard | None:
    """Return the board that a file's ``[board]`` gives; raises BadFile for a warp that folds the map."""
    if model is None:
        return None
    if isinstance(model, SquaresModel):
        return SquareBoard(**model.model_dump())
    given = {**model.model_dump(exclude={"warp"}), "unsure_cm": tuple(model.unsure_cm)}
    if len(model.unsure_cm) not in (0, model.columns * model.rows):
        expected = f"{model.columns * model.rows} numbers, one for each hex"
        raise BadFile(file, f"{key}.unsure_cm", expected, str(len(model.unsure_cm)))
    if model.warp is None:
        return HexBoard(**given)
    try:
        warp = Warp(model.warp.box, model.warp.across, tuple(model.warp.offsets_cm))
    except BadGeometry as error:
        raise BadFile(file, f"{key}.warp", "a map that is bent smoothly", str(error)) from None
    return HexBoard(**given, warp=warp)


class BannersModel(Strict):
    """``[banners]``."""

    ids: list[int]
    size_cm: Positive
    height_cm: float = 0.0


class TapeModel(Strict):
    """``[tape]``."""

    length_cm: Positive
    between: tuple[int, int]
    sigma_cm: Positive = 0.05


class FrameModel(Strict):
    """All of frame.toml."""

    width_cm: Positive
    depth_cm: Positive
    dictionary: str = "4x4_250"
    survey_sigma_cm: Annotated[float, Field(ge=0)] | None = None
    marker: list[MarkerModel] = []
    board: BoardModel | None = None
    banners: BannersModel | None = None
    laid_sigma_cm: Annotated[float, Field(ge=0)] | None = None
    tape: TapeModel | None = None

    def to_frame(self, file: str, inside: str = "") -> Frame:
        """Return the dataclass; raises BadFile if a marker id is there twice."""
        ids = [marker.id for marker in self.marker]
        for index, marker_id in enumerate(ids):
            if marker_id in ids[:index]:
                raise BadFile(file, f"{inside}marker[{index + 1}].id", "an id of its own", f"{marker_id} a second time")
        banners = None
        if self.banners is not None:
            banners = Banners(tuple(self.banners.ids), self.banners.size_cm, self.banners.height_cm)
        tape = self.tape
        if tape is not None and (tape.between[0] == tape.between[1] or not set(tape.between) <= set(ids)):
            raise BadFile(file, f"{inside}tape.between", "the ids of two of the markers", str(list(tape.between)))
        return Frame(
            self.width_cm,
            self.depth_cm,
            tuple(FrameMarker(**marker.model_dump()) for marker in self.marker),
            self.dictionary,
            self.survey_sigma_cm,
            board_from(self.board, file, f"{inside}board"),
            banners,
            self.laid_sigma_cm,
            None if tape is None else Tape(**tape.model_dump()),
        )


def parse_frame(text: str, file: str = "frame.toml") -> Frame:
    """Read frame.toml's text; raises BadFile."""
    return parse_toml(text, FrameModel, file).to_frame(file)


def format_frame(frame: Frame) -> str:
    """Write a frame as the text of frame.toml: parse_frame gives the same frame back."""
    lines = [*_numbers(frame, "width_cm", "depth_cm"), f"dictionary = {quote(frame.dictionary)}"]
    if frame.survey_sigma_cm is not None:
        lines += _numbers(frame, "survey_sigma_cm")
    if frame.laid_sigma_cm is not None:
        lines += _numbers(frame, "laid_sigma_cm")
    if frame.tape is not None:
        between = f"between = [{frame.tape.between[0]}, {frame.tape.between[1]}]"
        lines += ["", "[tape]", *_numbers(frame.tape, "length_cm"), between, *_numbers(frame.tape, "sigma_cm")]
    for marker in frame.markers:
        lines += ["", "[[marker]]", f"id = {int(marker.id)}"]
        lines += _numbers(marker, "x", "y", "height_cm", "size_cm", "heading_deg")
    board, banners = frame.board, frame.banners
    lines += board_lines(board)
    if banners is not None:
        ids = ", ".join(str(int(marker_id)) for marker_id in banners.ids)
        lines += ["", "[banners]", f"ids = [{ids}]", *_numbers(banners, "size_cm", "height_cm")]
    return "\n".join(lines) + "\n"


def board_lines(board: SquareBoard | HexBoard | None) -> list[str]:
    """Return the lines of ``[board]``; none without one."""
    if board is None:
        return []
    lines = ["", "[board]", f'kind = "{board.kind}"', f"origin = [{', '.join(map(number, board.origin))}]"]
    if isinstance(board, SquareBoard):
        return [*lines, *_numbers(board, "square_cm"), f"files = {int(board.files)}", f"ranks = {int(board.ranks)}"]
    lines += [*_numbers(board, "size_cm"), f"columns = {int(board.columns)}", f"rows = {int(board.rows)}"]
    lines += [f"pointy = {'true' if board.pointy else 'false'}", f'offset = "{board.offset}"']
    if board.first != (0, 0):
        lines += [f"first = [{board.first[0]}, {board.first[1]}]"]
    if board.unsure_cm:
        lines += ["unsure_cm = [", *_rows(board.unsure_cm, board.columns), "]"]
    if board.warp is not None:
        lines += ["", "[board.warp]", *warp_lines(board.warp)]
    return lines


def warp_lines(warp: Warp) -> list[str]:
    """Return the lines of ``[board.warp]``, a row of the net each."""
    rows = [warp.offsets_cm[k : k + warp.across] for k in range(0, len(warp.offsets_cm), warp.across)]
    written = [", ".join(f"[{number(x)}, {number(y)}]" for x, y in row) for row in rows]
    box = ", ".join(map(number, warp.box))
    return [f"box = [{box}]", f"across = {warp.across}", "offsets_cm = [", *[f"    {row}," for row in written], "]"]


def _rows(values: Sequence[float], across: int) -> list[str]:
    rows = [values[k : k + across] for k in range(0, len(values), across)]
    return [f"    {', '.join(map(number, row))}," for row in rows]


def _numbers(of: object, *keys: str) -> list[str]:
    return [f"{key} = {number(getattr(of, key))}" for key in keys]
