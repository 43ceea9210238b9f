"""The kinds of arrays that pictures, places and marks are kept in, by short names."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Light = NDArray[np.float32]
"""Pictures that are counted with: linear light, or grey levels between whole ones."""
Picture = NDArray[np.uint8]
"""As a camera gives it: (H, W, 3) blue, green, red, or (H, W) grey."""
Grey = NDArray[np.uint8]
Bools = NDArray[np.bool_]
Indices = NDArray[np.intp]
