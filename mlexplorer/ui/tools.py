"""The tools of the hand, in the order of the toolbar."""

from mlexplorer.ui.brushes import Erase, HoldOut, Relabel, Spray
from mlexplorer.ui.leaving_out import LeaveOut
from mlexplorer.ui.placing import Move, Place
from mlexplorer.ui.probing import Cut, Probe
from mlexplorer.ui.selecting import Select
from mlexplorer.ui.tool import Tool

TOOLS: tuple[type[Tool], ...] = (Place, Spray, Move, Select, Erase, Relabel, HoldOut, Probe, Cut, LeaveOut)
