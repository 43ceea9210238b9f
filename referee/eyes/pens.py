"""Two pens for one drawing: SVG for the page, and a canvas for the card's picture and paper."""

import math
from html import escape

from referee.evidence.ink import Canvas, pill_box, width_of, wrapped
from referee.eyes.faces import Colour
from referee.eyes.marks import Area, Caption, Drawing, Mark, Name, Ring

HATCH_PX = 5.0
DARK: Colour = (16, 20, 22)
VEIL = 0.82


def svg_of(drawing: Drawing, title: str) -> str:
    """Return the drawing as an SVG document; ``title`` says what it shows."""
    hatches = dict.fromkeys(m.hatch for m in drawing.marks if isinstance(m, Area) and m.hatch is not None)
    step = HATCH_PX * drawing.height / 270
    defs = "".join(
        f'<pattern id="{_id(colour)}" width="{step:g}" height="{step:g}" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><path d="M0 0V{step:g}" stroke="{_hex(colour)}" stroke-width="{step / 3:g}"/>'
        "</pattern>"
        for colour in hatches
    )
    drawn = "".join(_svg(mark, drawing) for mark in drawing.marks)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {drawing.width} {drawing.height}" '
        f'width="{drawing.width}" height="{drawing.height}" role="img" stroke-linejoin="round">'
        f"<title>{escape(title)}</title><defs>{defs}</defs>{drawn}</svg>"
    )


def canvas_of(drawing: Drawing) -> Canvas:
    """Return the drawing on a canvas of its size."""
    canvas = Canvas(drawing.width, drawing.height)
    for mark in drawing.marks:
        _paint(canvas, mark, drawing)
    return canvas


def _svg(mark: Mark, drawing: Drawing) -> str:
    if isinstance(mark, Caption):
        lines, top, gap = _set(mark, drawing)
        band = f'<rect y="{top:.1f}" width="100%" height="100%" fill="{_hex(DARK)}" fill-opacity="{VEIL:g}"/>'
        return band + "".join(
            _letters(line, gap, top + (k + 1) * gap, mark.size, width_of(line, mark.size), "start", 400)
            for k, line in enumerate(lines)
        )
    if isinstance(mark, Name):
        left, top, right, bottom = pill_box(mark.at, mark.text, mark.size)
        wide, high = right - left, bottom - top
        return (
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="{high / 2:.1f}" '
            f'fill="{_hex(DARK)}" fill-opacity="0.9" stroke="{_hex(mark.edge)}" stroke-width="{mark.size / 9:.1f}"/>'
            + _letters(mark.text, *mark.at, mark.size, wide - 1.44 * mark.size, "middle", 700, ' dy="0.36em"')
        )
    edge = "" if mark.edge is None else f' stroke="{_hex(mark.edge)}" stroke-width="{mark.edge_px:.2g}"'
    if mark.dashes is not None:
        edge += f' stroke-dasharray="{mark.dashes[0]:g} {mark.dashes[1]:g}"'
    fill = "none" if mark.fill is None else _hex(mark.fill)
    if isinstance(mark, Ring):
        return f'<circle cx="{mark.at[0]:.1f}" cy="{mark.at[1]:.1f}" r="{mark.radius:.1f}" fill="{fill}"{edge}/>'
    # One pixel in ten: nobody sees the rest, and a page carries it.
    points = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in mark.outline) + "Z"
    pale = "" if mark.alpha == 1 else f' fill-opacity="{mark.alpha:g}"'
    drawn = f'<path d="{points}" fill="{fill}"{pale}{edge}/>'
    return drawn if mark.hatch is None else f'{drawn}<path d="{points}" fill="url(#{_id(mark.hatch)})"/>'


def _letters(text: str, x: float, y: float, size: float, wide: float, anchor: str, weight: int, down: str = "") -> str:
    """Return text as wide as the card's own letters are, whatever letters the page has."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}"{down} text-anchor="{anchor}" fill="#fff" font-family="system-ui, sans-serif" '
        f'font-weight="{weight}" font-size="{size:.1f}" textLength="{wide:.1f}" '
        f'lengthAdjust="spacingAndGlyphs">{escape(text)}</text>'
    )


def _set(mark: Caption, drawing: Drawing) -> tuple[list[str], float, float]:
    """Return the lines of a caption, where its band begins, and how far lines are apart."""
    gap = mark.size * 1.25
    lines = wrapped(mark.text, mark.size, drawing.width - 2 * gap, most=2)
    return lines, drawing.height - (len(lines) + 0.45) * gap, gap


def _paint(canvas: Canvas, mark: Mark, drawing: Drawing) -> None:
    if isinstance(mark, Caption):
        lines, top, gap = _set(mark, drawing)
        canvas.box((0, top, drawing.width, drawing.height), (*DARK, round(255 * VEIL)))
        for k, line in enumerate(lines):
            canvas.text((gap, top + (k + 1) * gap), line, mark.size, (255, 255, 255))
    elif isinstance(mark, Name):
        canvas.pill(mark.at, mark.text, mark.size, mark.edge)
    elif isinstance(mark, Ring):
        if mark.dashes is None:
            canvas.disc(mark.at, mark.radius + mark.edge_px / 2, mark.fill, mark.edge, mark.edge_px)
            return
        turns = (2 * math.pi * k / 60 for k in range(60))
        rim = [(mark.at[0] + mark.radius * math.cos(t), mark.at[1] + mark.radius * math.sin(t)) for t in turns]
        canvas.area(rim, mark.fill, mark.edge, mark.edge_px, mark.dashes)
    else:
        fill = None if mark.fill is None else (*mark.fill, round(255 * mark.alpha))
        canvas.area(mark.outline, fill, mark.edge, mark.edge_px, mark.dashes or ())
        if mark.hatch is not None:
            step = HATCH_PX * drawing.height / 270
            canvas.hatch(mark.outline, mark.hatch, step * math.sqrt(2), step / 3)


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _id(colour: Colour) -> str:
    return "hatch-{:02x}{:02x}{:02x}".format(*colour)
