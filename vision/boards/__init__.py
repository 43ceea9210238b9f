"""Boards in the picture: which square each stand is on, and where the banners stand."""
