"""Rule 4: a Python without ensurepip, and the environment the children get."""

import pytest

from tests.start.clones import APT_GET, BUILDER, Clone, without

ROOT_USER = "import os; os.geteuid = lambda: 0"
PLAIN_USER = "import os; os.geteuid = lambda: 1000"
NEITHER = without("ensurepip", "pip")


def test_uv_builds_the_environment(clone: Clone, uv: str) -> None:
    clone.write_script("apt-get", APT_GET)
    run = clone.run(before=uv)
    assert run.report["who"] == "mlexplorer"
    assert len(clone.calls()) == 1
    assert clone.calls()[0].startswith("uv venv --seed ")
    assert clone.marker()["state"] == "ready"


@pytest.fixture
def python(clone: Clone) -> str:
    """A Python whose venv is fast; it tells what it is asked to run."""
    clone.write_script("python", BUILDER)
    return f"sys.executable = {str(clone.bin / 'python')!r}"


def test_pip_of_this_python_fills_the_environment(clone: Clone, python: str) -> None:
    clone.write_script("apt-get", APT_GET)
    run = clone.run(before=f"{python}\n{without('ensurepip')}")
    assert clone.calls() == [
        f"python -m venv --without-pip {clone.venv}",
        f"python -m pip --python {clone.venv}/bin/python install pip",
    ]
    assert run.report["python"] == str(clone.venv / "bin" / "python")


def test_root_installs_ensurepip_with_apt(clone: Clone, python: str) -> None:
    clone.write_script("apt-get", APT_GET)
    run = clone.run(before=f"{ROOT_USER}\n{python}\n{NEITHER}")
    assert run.errors.startswith("This Python cannot make environments: installing python3-venv with apt.\n")
    assert clone.calls() == [
        "apt-get update",
        "apt-get install -y python3-venv",
        f"python -m venv {clone.venv}",
    ]
    assert run.report["who"] == "mlexplorer"


def test_a_plain_user_is_told_the_command_and_nothing_is_made(clone: Clone) -> None:
    clone.write_script("apt-get", APT_GET)
    before = sorted(clone.folder.rglob("*"))
    run = clone.run(before=f"{PLAIN_USER}\nsys.dont_write_bytecode = True\n{NEITHER}")
    assert run.code == 1
    assert run.errors.splitlines() == [
        "This Python cannot make environments. Install what is missing with:",
        "  sudo apt-get install -y python3-venv",
    ]
    assert sorted(clone.folder.rglob("*")) == before
    assert not clone.cache.exists()
    assert clone.calls() == []


def test_where_there_is_no_apt_the_problem_is_named(clone: Clone) -> None:
    run = clone.run(before=NEITHER)
    assert run.code == 1
    assert (
        run.errors == "This Python cannot make environments: install ensurepip with the package tool of this system.\n"
    )
    assert not clone.venv.exists()


def test_an_apt_that_fails_says_why(clone: Clone) -> None:
    clone.write_script("apt-get", "#!/bin/sh\necho 'E: Unable to locate package python3-venv'\nexit 100\n")
    lines = clone.run(before=f"{ROOT_USER}\n{NEITHER}").errors.splitlines()
    assert lines[1] == "apt-get install -y failed: no version of a package fits this Python and system."
    assert lines[2].strip() == "E: Unable to locate package python3-venv"
    assert not clone.venv.exists()


def test_an_apt_that_does_not_help_is_not_believed(clone: Clone) -> None:
    clone.write_script("apt-get", "#!/bin/sh\nexit 0\n")
    run = clone.run(before=f"{ROOT_USER}\n{NEITHER}")
    assert run.code == 1
    assert "still has no ensurepip" in run.errors
    assert not clone.venv.exists()


def test_children_do_not_get_what_leads_them_astray(ready: Clone) -> None:
    unwanted = {"PYTHONPATH": "/nowhere", "PYTHONHOME": "", "QT_PLUGIN_PATH": "/nowhere", "PIP_TARGET": "/nowhere"}
    ready.write_project(["alpha", "beta"])
    run = ready.run(KEPT="yes", **unwanted)
    assert run.report["environment"]["KEPT"] == "yes"
    assert not unwanted.keys() & run.report["environment"].keys()
    assert (ready.packages() / "beta.py").exists()


def test_children_do_not_get_pythonhome(ready: Clone) -> None:
    run = ready.run(before="import os; os.environ['PYTHONHOME'] = '/nowhere'")
    assert "PYTHONHOME" not in run.report["environment"]
