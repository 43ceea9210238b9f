"""Printable sheets at exact size: stand markers, frame markers, the ChArUco board, check crosses."""
