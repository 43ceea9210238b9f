"""What lies on what, by kind."""

import pytest

from table.roster import Layer, layer_of


@pytest.mark.parametrize(
    ("kind", "layer"),
    [
        ("fortification", "under"), ("mine lane", "under"), ("Lane", "under"), ("airfield", "under"),
        ("aircraft", "over"), ("light bomber", "over"), ("Fighter", "over"),
        ("anti_aircraft", "ground"), ("anti-aircraft", "ground"), ("Anti Aircraft", "ground"), ("tank", "ground"),
        ("heavy_infantry", "ground"), ("leader", "ground"), ("", "ground"),
    ],
)  # fmt: skip
def test_layers_by_kind(kind: str, layer: Layer):
    assert layer_of(kind) == layer
