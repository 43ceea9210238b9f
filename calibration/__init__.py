"""Finds lens and table and says how far both can be trusted."""

import scipy.linalg  # noqa: F401  its BLAS is another than numpy's, and must be loaded before it can be limited
from threadpoolctl import threadpool_limits

# Beside anything else that runs, two BLAS threads that wait for each other made a lens's fit take twenty times as long.
threadpool_limits(1, user_api="blas")
