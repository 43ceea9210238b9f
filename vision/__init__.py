"""Pictures to stands in centimetres: camera, markers, frame sources, and a synthetic table to prove them on."""
