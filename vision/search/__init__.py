"""Where markers may be in a picture: dark squares on something brighter, at any size, in a few milliseconds."""
