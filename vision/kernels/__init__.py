"""The loops over pixels, compiled for this machine (vision/compiled.py). They change together: see there."""
