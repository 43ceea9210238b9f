"""A lens is fitted by scipy, whose BLAS is another than numpy's: it too must keep to one thread."""

import threadpoolctl

import calibration


def test_every_blas_keeps_to_one_thread():
    assert calibration.__doc__
    blas = [pool for pool in threadpoolctl.threadpool_info() if pool["user_api"] == "blas"]
    assert all(pool["num_threads"] == 1 for pool in blas)
