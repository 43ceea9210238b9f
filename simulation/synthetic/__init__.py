"""A known table drawn as a camera would see it: the ground truth that tests and the demo stand on."""
