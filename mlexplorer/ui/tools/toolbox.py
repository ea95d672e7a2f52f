"""The tools of the hand, in the order of the toolbar."""

from mlexplorer.ui.plane.tool import Tool
from mlexplorer.ui.tools.brushes import Erase, HoldOut, Relabel, Spray
from mlexplorer.ui.tools.leaving_out import LeaveOutTool
from mlexplorer.ui.tools.placing import Move, Place
from mlexplorer.ui.tools.probing import CutTool, ProbeTool
from mlexplorer.ui.tools.selecting import Select

TOOLS: tuple[type[Tool], ...] = (Place, Spray, Move, Select, Erase, Relabel, HoldOut, ProbeTool, CutTool, LeaveOutTool)
