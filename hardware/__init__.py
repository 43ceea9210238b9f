"""The rig's line to shots: empty until the spring cannon is built (its issue comes after the page's)."""
