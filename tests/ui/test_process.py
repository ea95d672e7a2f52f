"""The program as a process on a real X server: a click with a real pointer puts a point where it was made."""

import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from mlexplorer.core.resources import resource
from mlexplorer.marks.palette import theme

ROOT = Path(__file__).parent.parent.parent
TOOLS = ("Xvfb", "xdotool")

pytestmark = [
    pytest.mark.xvfb,
    pytest.mark.skipif(
        not all(map(shutil.which, TOOLS)), reason="needs Xvfb and xdotool; main.py test installs them as root with apt"
    ),
]


class Screen:
    """An X server whose picture lies in a file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        reading, writing = os.pipe()
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-fbdir", str(folder)]
        self.process = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as stream:
            self.environment = {**os.environ, "DISPLAY": f":{stream.readline().strip()}", "PYTHONPATH": str(ROOT)}
        self.environment.pop("QT_QPA_PLATFORM", None)

    def picture(self) -> np.ndarray:
        """Return the screen as (height, width, 3); the file is an X window dump."""
        dump = (self._folder / "Xvfb_screen0").read_bytes()
        header = struct.unpack(">25I", dump[:100])
        size, width, height, line, colours = header[0], header[4], header[5], header[12], header[19]
        pixels = np.frombuffer(dump, np.uint8, line * height, size + 12 * colours).reshape(height, line // 4, 4)
        return pixels[:, :width, 2::-1]

    def do(self, *words: str) -> str:
        """Let the hand of the X server do something."""
        result = subprocess.run(
            ["xdotool", *words], env=self.environment, capture_output=True, text=True, check=True, timeout=600
        )
        return result.stdout


@pytest.fixture
def screen(tmp_path):
    screen = Screen(tmp_path)
    yield screen
    screen.process.terminate()
    screen.process.wait(600)


def own_folders(folder: Path) -> dict[str, str]:
    """Return the settings that let a program keep nothing outside a folder."""
    return {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "config"), "XDG_STATE_HOME": str(folder / "state")}


def share(picture: np.ndarray, x: int, y: int, colour: str, reach: int = 4) -> float:
    """Return the share of pixels of a colour around a place."""
    part = picture[y - reach : y + reach + 1, x - reach : x + reach + 1].astype(int)
    wanted = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)])
    return float((np.abs(part - wanted).sum(axis=2) < 30).mean())


def test_a_real_click_places_a_point(screen, tmp_path, qtbot):
    settings = own_folders(tmp_path)
    session = tmp_path / "empty.mlx.json"
    make = "from mlexplorer.session import opening, storage; from pathlib import Path; import sys\n"
    make += "storage.save(opening.empty(), Path(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", make, str(session)], check=True, cwd=ROOT)
    environment = {**screen.environment, **settings}
    with subprocess.Popen([sys.executable, "-m", "mlexplorer", str(session)], env=environment, cwd=tmp_path) as program:
        try:
            window = screen.do("search", "--sync", "--onlyvisible", "--name", "ML Explorer").split()[0]
            screen.do("windowmove", window, "0", "0", "windowsize", window, "1280", "800")
            plane = theme("light").colour("plane")
            qtbot.waitUntil(lambda: share(screen.picture(), 700, 300, plane) > 0.9)
            mark = theme("light").style(0).mark
            assert share(screen.picture(), 700, 300, mark) == 0
            screen.do("mousemove", "700", "300", "click", "1")
            screen.do("mousemove", "500", "500")
            qtbot.waitUntil(lambda: share(screen.picture(), 700, 300, mark) > 0.5)
            assert program.poll() is None
        finally:
            program.terminate()
            program.wait(600)


def test_a_table_named_on_the_command_line_is_asked_about(screen, tmp_path):
    settings = own_folders(tmp_path)
    words = [sys.executable, "-m", "mlexplorer", str(resource("tables/cars.csv"))]
    with subprocess.Popen(words, env={**screen.environment, **settings}, cwd=tmp_path) as program:
        try:
            assert screen.do("search", "--sync", "--onlyvisible", "--name", "Import cars.csv").split()
            assert program.poll() is None
        finally:
            program.terminate()
            program.wait(600)
