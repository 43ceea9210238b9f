"""The demo's world: a synthetic table under a synthetic camera, scripted hands, one clock."""
