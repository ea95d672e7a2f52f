"""Offscreen Qt, clean settings, `--long`, and a failure for every test that leaves a widget, thread or timer behind."""

import gc
import itertools
import os
import shutil
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

# Before anything imports NumPy or Qt: both read these once.
_home = tempfile.TemporaryDirectory(prefix="mlexplorer-tests-")
os.environ.update({"QT_QPA_PLATFORM": "offscreen", "OPENBLAS_NUM_THREADS": "1", "HOME": _home.name})
os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(Path(_home.name, "hypothesis"))
for _name in ("CONFIG_HOME", "CACHE_HOME", "DATA_HOME", "STATE_HOME", "RUNTIME_DIR"):
    _folder = Path(_home.name, _name.lower())
    _folder.mkdir(mode=0o700)
    os.environ[f"XDG_{_name}"] = str(_folder)

import imageio_ffmpeg  # noqa: E402  the environment comes first

if os.name != "nt" and shutil.which("ffmpeg") is None:  # the package brings one, under a name of its own
    _programs = Path(_home.name, "programs")
    _programs.mkdir()
    (_programs / "ffmpeg").symlink_to(imageio_ffmpeg.get_ffmpeg_exe())
    os.environ["PATH"] += f"{os.pathsep}{_programs}"

import hypothesis  # noqa: E402  the environment comes first
import pytest  # noqa: E402  the environment comes first
import shiboken6  # noqa: E402  the environment comes first
from PySide6.QtCore import QCoreApplication, QEvent, QSettings, QTimer  # noqa: E402  the environment comes first
from PySide6.QtWidgets import QApplication, QWidget  # noqa: E402  the environment comes first
from pytestqt.qtbot import QtBot  # noqa: E402  the environment comes first

PATIENCE = 300_000  # milliseconds
SLOW = {
    "test_never_frozen.py",
    "test_memory.py",
    "test_kills.py",
    "test_budget.py",
    "test_clipping.py",
    "test_architecture.py",
}
_settings_number = itertools.count()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the large counts of fuzz, monkey and kill tests")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--long"):
        os.environ["MLEXPLORER_LONG"] = "1"
    hypothesis.settings.register_profile(
        "mlexplorer",
        max_examples=500 if _is_long() else 15,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=[hypothesis.HealthCheck.too_slow],  # it judges by the clock
    )
    hypothesis.settings.load_profile("mlexplorer")


def pytest_unconfigure() -> None:
    _home.cleanup()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):  # one of two processes: long files first, so that both end at one time
        items.sort(key=lambda item: item.path.name not in SLOW)
    if _is_long():
        return
    long = [item for item in items if item.get_closest_marker("long")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


class PatientBot(QtBot):
    """Waits for what is sure to come as long as a busy machine needs: only a test that fails waits to the end."""

    def waitUntil(self, callback, *, timeout=PATIENCE):  # noqa: N802  Qt's way of naming
        super().waitUntil(callback, timeout=timeout)

    def waitSignal(self, signal, *, timeout=PATIENCE, **more):  # noqa: N802  Qt's way of naming
        return super().waitSignal(signal, timeout=timeout, **more)

    def waitExposed(self, widget, *, timeout=PATIENCE):  # noqa: N802  Qt's way of naming
        return super().waitExposed(widget, timeout=timeout)


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> PatientBot:
    """The hands of pytest-qt, with patience."""
    del qapp
    return PatientBot(request)


@pytest.fixture(scope="session", autouse=True)
def application(qapp: QApplication) -> QApplication:
    """The one application of all tests, made before a figure makes one that can show no window."""
    return qapp


@pytest.fixture(autouse=True)
def clean_settings() -> None:
    """Every test starts with no settings: QSettings caches by file, so each gets a folder of its own."""
    folder = str(Path(_home.name, f"settings-{next(_settings_number)}"))
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    for form in (QSettings.Format.IniFormat, QSettings.Format.NativeFormat):
        for scope in (QSettings.Scope.UserScope, QSettings.Scope.SystemScope):
            QSettings.setPath(form, scope, folder)


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """Fail a test that leaves a top-level widget, a running thread or an active timer behind."""
    threads, widgets, timers = threading.enumerate(), _widgets(), _timers()
    yield
    left = [thread for thread in threading.enumerate() if thread not in threads]
    if any(_left(widgets, timers)):
        gc.collect()  # a widget without a parent may only wait for its reference cycle to be broken
    left_widgets, left_timers = _left(widgets, timers)
    names = [*map(repr, left), *map(repr, left_widgets), *map(repr, left_timers)]
    for timer in left_timers:
        timer.stop()
    for widget in left_widgets:
        if widget.parent() is None:  # the others go with their parents
            widget.deleteLater()
    if names:
        pytest.fail("left behind: " + ", ".join(names), pytrace=False)


def _is_long() -> bool:
    return os.environ.get("MLEXPLORER_LONG", "") not in ("", "0")


def _left(widgets: list[QWidget], timers: list[QTimer]) -> tuple[list[QWidget], list[QTimer]]:
    if QCoreApplication.instance() is not None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    return [w for w in _widgets() if w not in widgets], [t for t in _timers() if t not in timers]


def _widgets() -> list[QWidget]:
    return QApplication.topLevelWidgets() if isinstance(QCoreApplication.instance(), QApplication) else []


def _timers() -> list[QTimer]:
    return [item for item in shiboken6.getAllValidWrappers() if isinstance(item, QTimer) and item.isActive()]
