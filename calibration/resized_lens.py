"""A lens learned at one picture size, used at another of the same shape."""

from dataclasses import replace

import numpy as np

from calibration.profile import CameraProfile
from table.errors import BadInput, Remark

_SAME_SHAPE = 0.003  # the share by which shapes may differ: sizes are rounded to whole blocks
_LENS = 4


def resized(profile: CameraProfile, size_px: tuple[int, int], picture: str, file: str) -> CameraProfile:
    """Return the lens as it is in a picture that was made larger or smaller as a whole.

    Raises BadInput for a picture of another shape: of one that was cropped nobody knows what was cut off.
    """
    (width, height), (wide, high) = size_px, profile.lens.size_px
    if abs(width * high / (wide * height) - 1) > _SAME_SHAPE:
        raise BadInput(
            "{picture}: the picture is {width} x {height} px, but {file} is for {wide} x {high} px, which is of "
            "another shape; take it at the size the lens was learned at",
            picture=picture, width=width, height=height, file=file, wide=wide, high=high,
        )  # fmt: skip
    share = np.array([width / wide, height / high])
    matrix = profile.lens.matrix.copy()
    matrix[[0, 1], [0, 1]] *= share
    # The middle of the first pixel is 0: the picture's corner, from where sizes count, lies half a pixel before it.
    matrix[[0, 1], 2] = (matrix[[0, 1], 2] + 0.5) * share - 0.5
    grown = np.ones(len(profile.covariance))
    grown[:_LENS] = np.tile(share, 2)
    lens = replace(profile.lens, size_px=size_px, matrix=matrix)
    covariance = profile.covariance * np.outer(grown, grown)
    times = float(share.mean())
    floor = profile.floor.resized(times)
    return replace(profile, lens=lens, covariance=covariance, rms_px=profile.rms_px * times, floor=floor)


def resizing_words(before: CameraProfile, after: CameraProfile, file: str) -> Remark:
    """Say what was done, and when that would be wrong."""
    (wide, high), (width, height) = before.lens.size_px, after.lens.size_px
    return Remark(
        "{file} was learned at {wide} x {high} px and these pictures are {width} x {height} px: I scaled the lens. "
        "That is right only if the camera shrinks its picture and cuts nothing off; better learn the lens at this size",
        file=file, wide=wide, high=high, width=width, height=height,
    )  # fmt: skip
