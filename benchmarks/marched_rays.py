"""Rays marched through heights in three dimensions: what is truly seen, step by step, by nothing of Vedette's own.

A thing is a convex outline whose corners go counter-clockwise, a top, and a crest: no corner (level), one (its middle)
or a polygon, to which it rises from its edge.
"""

import math

import numpy as np
from numba import njit

STEP_CM = 0.01


@njit(cache=False)
def to_edges(corners, count, x, y):
    """Return how far a point is from a polygon's edges, negative outside; its corners go counter-clockwise."""
    least, inside = 1e18, True
    for k in range(count):
        ax, ay = corners[k, 0], corners[k, 1]
        bx, by = corners[(k + 1) % count, 0] - ax, corners[(k + 1) % count, 1] - ay
        px, py = x - ax, y - ay
        if bx * py - by * px < 0:
            inside = False
        share = min(max((px * bx + py * by) / (bx * bx + by * by), 0.0), 1.0)
        least = min(least, (px - share * bx) ** 2 + (py - share * by) ** 2)
    return math.sqrt(least) if inside else -math.sqrt(least)


@njit(cache=False)
def height_at(shape, crest, top, x, y):
    """Return how high a thing is at a place; one of a crest rises to it from its edge, one without is level."""
    corners, count = shape
    inner, many = crest
    inside = to_edges(corners, count, x, y)
    if inside < 0:
        return -1.0
    if many == 0:
        return top
    far = math.hypot(x - inner[0, 0], y - inner[0, 1]) if many == 1 else max(-to_edges(inner, many, x, y), 0.0)
    return top if far == 0.0 else top * inside / (inside + far)


@njit(cache=False)
def free(eye, point, shapes, counts, boxes, crests, crest_counts, tops, clear):
    """Say whether a ray from an eye to a point passes above everything that is not clear."""
    way = math.sqrt((point[0] - eye[0]) ** 2 + (point[1] - eye[1]) ** 2 + (point[2] - eye[2]) ** 2)
    steps = int(way / STEP_CM) + 2
    for k in range(1, steps):
        t = k / steps
        x, y = eye[0] + t * (point[0] - eye[0]), eye[1] + t * (point[1] - eye[1])
        z = eye[2] + t * (point[2] - eye[2])
        if z < 0:
            return False
        for n in range(len(tops)):
            if clear[n] or z >= tops[n]:
                continue
            if x < boxes[n, 0] or x > boxes[n, 2] or y < boxes[n, 1] or y > boxes[n, 3]:
                continue
            if z < height_at((shapes[n], counts[n]), (crests[n], crest_counts[n]), tops[n], x, y) - 1e-9:
                return False
    return True


@njit(cache=False)
def any_free(eye, points, shapes, counts, boxes, crests, crest_counts, tops, clear):
    """Return how many of some points are seen; stops at the first."""
    for k in range(len(points)):
        if free(eye, points[k], shapes, counts, boxes, crests, crest_counts, tops, clear):
            return True
    return False


@njit(cache=False)
def along(eye, dx, dy, corners, near, far):
    """Return where a ray enters a polygon on the plan and where it leaves it; -1 if it misses."""
    entry, leave, d = -1.0, -1.0, near
    while d <= far:
        if to_edges(corners, len(corners), eye[0] + d * dx, eye[1] + d * dy) >= 0:
            entry, leave = d if entry < 0 else entry, d
        d += 0.01
    return entry, leave


@njit(cache=False)
def share_free(eye, corners, foot, top, across, up, shapes, counts, boxes, crests, crest_counts, tops, clear):
    """Return the share of a block's silhouette that is seen, ray by ray over its width and height."""
    middle = math.atan2(corners[:, 1].mean() - eye[1], corners[:, 0].mean() - eye[0])
    left, right, low, high = 9.0, -9.0, 9.0, -9.0
    for k in range(len(corners)):
        turn = math.atan2(corners[k, 1] - eye[1], corners[k, 0] - eye[0]) - middle
        turn = math.atan2(math.sin(turn), math.cos(turn))
        left, right = min(left, turn), max(right, turn)
    near, far = -to_edges(corners, len(corners), eye[0], eye[1]), 0.0
    for k in range(len(corners)):
        far = max(far, math.hypot(corners[k, 0] - eye[0], corners[k, 1] - eye[1]))
    for z in (foot, top):
        for d in (near, far):
            rise = math.atan((z - eye[2]) / d)
            low, high = min(low, rise), max(high, rise)
    met, seen = 0, 0
    for i in range(across):
        bearing = middle + left + (right - left) * (i + 0.5) / across
        dx, dy = math.cos(bearing), math.sin(bearing)
        entry, leave = along(eye, dx, dy, corners, near, far)
        if entry < 0:
            continue
        for j in range(up):
            slope = math.tan(low + (high - low) * (j + 0.5) / up)
            at_entry, at_leave = eye[2] + slope * entry, eye[2] + slope * leave
            if foot <= at_entry <= top:
                hit = entry
            elif at_entry > top and at_leave <= top:
                hit = (top - eye[2]) / slope
            else:
                continue
            met += 1
            point = np.array([eye[0] + hit * dx, eye[1] + hit * dy, eye[2] + slope * hit])
            seen += free(eye, point, shapes, counts, boxes, crests, crest_counts, tops, clear)
    return seen / met if met else 1.0
