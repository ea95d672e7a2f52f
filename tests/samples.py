"""Small values that the tests of several rooms need."""

from mlexplorer.layers import plane


def switches(*names):
    """Return View.switches after each of the names was switched from what it usually is."""
    usual = {kind.name: kind.shown for kind in plane.LAYERS}
    return tuple(sorted((name, not usual.get(name, False)) for name in names))
