"""True and measured ways over a filmed table from above, and a strip of its frames."""

from pathlib import Path

import cv2
import numpy as np
from film_record import Record
from film_take import Take

from vision.above import FromAbove

PX_PER_CM = 7.5
MARGIN_CM = 7.0
TRUE, SAID, GAP, INK = (60, 160, 40), (40, 40, 220), (0, 150, 255), (60, 60, 60)
STRIP = 4


def draw(record: Record, file: Path) -> None:
    """Write a PNG: the ways over the table, and beside it frames from the middle of the first moves."""
    plan = _plan(record)
    strip = _strip(record, plan.shape[0])
    file.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(file), np.hstack([plan, strip]))


def _plan(record: Record) -> np.ndarray:
    film = record.film
    left, near = -MARGIN_CM, -MARGIN_CM
    right, far = film.frame.width_cm + MARGIN_CM, film.frame.depth_cm + MARGIN_CM
    size = (round((right - left) * PX_PER_CM), round((far - near) * PX_PER_CM))
    above = FromAbove(film.camera, (left, near, right, far), PX_PER_CM)
    ground = cv2.cvtColor(above.of(Take(film).frame(0).grey), cv2.COLOR_GRAY2BGR)
    plan = np.asarray(cv2.addWeighted(ground, 0.25, np.full_like(ground, 255), 0.75, 0.0))

    def px(points: np.ndarray) -> np.ndarray:
        flat = np.column_stack([(points[:, 0] - left) * PX_PER_CM - 0.5, (far - points[:, 1]) * PX_PER_CM - 0.5])
        return np.rint(flat * 16).astype(np.int32)

    for truth in film.truths:
        if truth.way is not None and truth.kind == "slide":
            fine = [truth.way.at(float(at)) for at in np.linspace(0, truth.way.length_cm, 200)]
            cv2.polylines(plan, [px(np.array([(p.x, p.y) for p in fine]))], False, TRUE, 7, cv2.LINE_AA, 4)
    for _, way in record.walked:
        points = px(np.array([(v.x, v.y) for v in way.vertices]))
        for k in range(1, len(points)):
            colour = GAP if way.vertices[k].gap else SAID
            cv2.line(plan, points[k - 1].tolist(), points[k].tolist(), colour, 2, cv2.LINE_AA, 4)
        for point in points:
            cv2.circle(plan, (point // 16).tolist(), 2, INK, -1, cv2.LINE_AA)
        words = f"{way.stand}  {way.length_cm:.2f} cm{' (gap)' if way.has_gap else ''}"
        (wide, _), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, 0.4, 1)
        at = (min(int(points[0][0]) // 16 + 8, size[0] - wide - 4), int(points[0][1]) // 16 - 8)
        cv2.putText(plan, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, INK, 1, cv2.LINE_AA)
    legend = ((TRUE, "true way"), (SAID, "as tracked, its vertices"), (GAP, "as tracked, not seen"))
    for k, (colour, words) in enumerate(legend):
        y = size[1] - 20 - 22 * k
        cv2.line(plan, (300, y), (340, y), colour, 7 if colour == TRUE else 2, cv2.LINE_AA)
        cv2.putText(plan, words, (350, y + 5), cv2.FONT_HERSHEY_SIMPLEX, 0.5, INK, 1, cv2.LINE_AA)
    return plan


def _strip(record: Record, height: int) -> np.ndarray:
    """Return frames under one another, as high together as asked."""
    film, times = record.film, []
    for truth in film.truths:
        if truth.kind in ("slide", "lift") and truth.start_s < record.frames / record.fps:
            times.append((truth.start_s + truth.end_s) / 2 if truth.kind == "slide" else truth.start_s)
    times = times[:STRIP] or [0.0]
    take, tile_px = Take(film, record.fps), height // len(times)
    width, full = film.camera.lens.size_px
    tiles = []
    for time_s in times:
        grey = take.frame(record.frame_at(time_s)).grey
        tile = cv2.resize(grey, (round(width * tile_px / full), tile_px), interpolation=cv2.INTER_AREA)
        cv2.putText(tile, f"{time_s:.1f} s", (10, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.6, 255, 1, cv2.LINE_AA)
        tiles.append(tile)
    strip = np.vstack(tiles)
    strip = np.pad(strip, ((0, height - strip.shape[0]), (0, 0)), constant_values=255)
    return np.asarray(cv2.cvtColor(strip, cv2.COLOR_GRAY2BGR))
