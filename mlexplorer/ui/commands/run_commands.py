"""Commands of the window on runs and their steps: where they start, where to jump, how to walk."""

from dataclasses import replace

from mlexplorer.core.model import IsByHand
from mlexplorer.edits.starts import renewed, started_here
from mlexplorer.pipeline.slow_motion import SLOW
from mlexplorer.session.answers import challenged
from mlexplorer.session.side_by_side import RUNNERS, SIDE, is_side_by_side
from mlexplorer.ui.commands.window_commands import WindowCommands
from mlexplorer.ui.picture_maker import CLEAN, LOWEST
from mlexplorer.ui.plane.many_planes import SideBySide


class RunCommands(WindowCommands):
    """The part of the window that answers commands on runs."""

    beside: SideBySide

    def on_clean(self) -> None:
        """Go to the first step without errors."""
        self._jump(CLEAN, "No step is without errors.")

    def on_lowest(self) -> None:
        """Go to the step with the lowest objective."""
        self._jump(LOWEST, "These steps have no objective to compare.")

    def on_new_start(self) -> None:
        """Draw another start: the next seed, visible in the form."""
        session = renewed(self.store.session)
        if session is None:
            self.plane.hint("Nothing is drawn at random here: every fit starts alike.")
        else:
            self.store.edit(session, "new start")

    def on_start_here(self) -> None:
        """Start the fit from the parameters that are shown."""
        picture = self.plane.picture
        session = None if picture is None else started_here(replace(picture.snapshot, session=self.store.session))
        if session is None:
            self.plane.hint("This method cannot start from what is shown.")
        else:
            self.store.edit(session, "start from here")

    def on_slow(self) -> None:
        """Walk through phases and beats, or through whole iterations again."""
        view = self.store.session.view
        self.store.look(replace(view, step=view.step_number).switched(SLOW, not view.shows(SLOW)))

    def on_answer(self) -> None:
        """Ask the machine to draw its line too, hidden; or reveal what is hidden, or hide it again."""
        session = self.store.session
        if len(session.document.runs) > 1:
            hidden = not session.view.shows(RUNNERS, True)
            self.plane.toggle_layer(RUNNERS)
            self.plane.hint("Here is the other answer." if hidden else "The other answer is hidden; F7 reveals it.")
        elif isinstance(session.run.model, IsByHand):
            self.store.edit(challenged(session), "ask the machine")
            self.plane.hint("The machine has drawn its line, but hides it. Draw yours, then press F7 to reveal.")
        else:
            self.plane.hint("Choose the model “By hand” first: then the machine can draw against you.")

    def on_side_by_side(self) -> None:
        """Give every run a plane of its own, with a second run if there is only one; or go back to one plane."""
        session = self.store.session
        if is_side_by_side(session):
            self.plane.toggle_layer(SIDE)
            return
        view = session.view.switched(SIDE, True)
        if len(session.document.runs) > 1:
            self.store.look(view)
        else:
            self.store.edit(replace(session, view=view).with_runner(), "add a run")

    def on_tool(self, name: str) -> None:
        """Use a tool, on every plane."""
        super().on_tool(name)
        self.beside.set_tool(type(self._tools[name]))

    def _jump(self, event: str, otherwise: str) -> None:
        picture = self.plane.picture
        if picture is not None and event in picture.events:
            self.timeline.jump(event)
        else:
            self.plane.hint(otherwise)
