"""Pictures to stands in centimetres: camera, markers, frame sources, and a synthetic table to prove them on."""

import numpy as np  # noqa: F401  its BLAS must be loaded before it can be limited
from threadpoolctl import threadpool_limits

# Thousands of small matrices a frame: two BLAS threads that wait for each other beside a thread that decodes pictures
# took four times as long as one.
threadpool_limits(1, user_api="blas")
