"""pyqtgraph as this program uses it: its global options, set here alone, and the parts a canvas is made of."""

import pyqtgraph
from pyqtgraph import AxisItem, GraphicsObject, GraphicsView, ViewBox

__all__ = ["AxisItem", "GraphicsObject", "GraphicsView", "ViewBox"]

pyqtgraph.setConfigOptions(
    useOpenGL=False,  # ten times slower where there is no graphics card
    antialias=True,
    background=None,  # the canvas paints its own ground, in the colours of the theme
    mouseRateLimit=-1,  # every move of the hand counts
    crashWarning=False,
)
