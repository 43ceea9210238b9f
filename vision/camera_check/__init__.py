"""A camera by its own pictures: its noise, light, edges, frames that are missing, and how markers at rest scatter."""
