"""The packages of Vedette that are installed."""

PACKAGES = ("table", "rules", "vision", "calibration", "hardware", "referee", "simulation", "web", "cli")
