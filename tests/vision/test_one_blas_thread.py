"""Many small matrices are multiplied: BLAS threads that wait for each other would cost more than they give."""

import threadpoolctl

import vision


def test_numpys_blas_keeps_to_one_thread():
    assert vision.__doc__
    blas = [
        pool for pool in threadpoolctl.threadpool_info() if pool["user_api"] == "blas" and "numpy" in pool["filepath"]
    ]
    assert [pool["num_threads"] for pool in blas] in ([], [1])  # a numpy built on another BLAS lists none
