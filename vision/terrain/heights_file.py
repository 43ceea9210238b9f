"""Measured heights as a small file: tenths of a tenth of a millimetre, and where the pictures tell."""

import io
import zipfile

import numpy as np

from table.errors import BadInput
from vision.terrain.height_map import Heights

PER_CM = 1000
"""A hundredth of a millimetre is far finer than heights are; what two bytes hold reaches to 32 cm."""


def heights_bytes(found: Heights) -> bytes:
    """Return heights as a compressed file of numpy's."""
    file = io.BytesIO()
    np.savez_compressed(
        file, heights=np.round(found.heights_cm * PER_CM).astype(np.int16), told=found.told, hidden=found.hidden,
        rectangle_cm=found.rectangle_cm, sigma_cm=found.sigma_cm,
    )  # fmt: skip
    return file.getvalue()


def heights_from(data: bytes, name: str) -> Heights:
    """Return the heights of such a file; raises BadInput for one that is none, by its name."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            heights = np.asarray(file["heights"], np.float32) / np.float32(PER_CM)
            told, hidden = np.asarray(file["told"], np.bool_), np.asarray(file["hidden"], np.bool_)
            left, near, right, far = map(float, file["rectangle_cm"])
            found = Heights(heights, told, hidden, (left, near, right, far), float(file["sigma_cm"]))
        if heights.ndim != 2 or not heights.shape == told.shape == hidden.shape:
            raise ValueError
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        raise BadInput("{name}: these are no heights that can be read: measure them again", name=name) from None
    return found
