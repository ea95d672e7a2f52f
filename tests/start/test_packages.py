"""Rules 2 and 3: which packages, where they are kept, and when they are installed again."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.start.clones import RUNTIME, Clone, Run


def test_the_first_run_sets_up_and_starts(first: tuple[Clone, Run]) -> None:
    clone, run = first
    assert run.code == 0
    assert run.report["who"] == "mlexplorer"
    assert run.report["arguments"] == ["a", "b c"]
    assert run.report["python"] == str(clone.venv / "bin" / "python")
    assert run.errors.splitlines() == [
        f"Setting ML Explorer up in {clone.venv} (once).",
        "Installing alpha, PySide6-Essentials.",
    ]
    assert clone.marker()["state"] == "ready"
    assert clone.marker()["python"] == "{}.{}".format(*sys.version_info)
    assert "Successfully installed" in (clone.venv / "set-up.log").read_text()


def test_the_project_itself_is_not_installed(first: tuple[Clone, Run]) -> None:
    clone, run = first
    assert not list(clone.packages().glob("mlexplorer*"))
    assert run.report["path"][0] == str(clone.folder)
    assert run.report["file"] == str(clone.folder / "mlexplorer" / "__main__.py")


def test_ready_starts_at_once_without_pip(ready: Clone) -> None:
    (ready.packages() / "pip").unlink()
    (ready.elsewhere / "mlexplorer").mkdir()
    (ready.elsewhere / "mlexplorer" / "__main__.py").write_text("raise SystemExit('wrong package')")
    run = ready.run("data.csv", FAKE_EXIT="3")
    assert run.errors == ""
    assert run.code == 3
    assert run.report["arguments"] == ["data.csv"]
    assert run.report["directory"] == str(ready.elsewhere)


def test_a_set_up_that_was_not_finished_is_built_again(ready: Clone, uv: str) -> None:
    ready.mark(state="begun")
    (ready.venv / "left-over").mkdir()
    run = ready.run(before=uv)
    assert f"The last set-up was not finished: starting again in {ready.venv}.\n" in run.errors
    assert run.report["who"] == "mlexplorer"
    assert ready.marker()["state"] == "ready"
    assert not (ready.venv / "left-over").exists()


def test_a_damaged_marker_counts_as_not_finished(ready: Clone, uv: str) -> None:
    (ready.venv / "mlexplorer.json").write_text('{"state": "rea')
    assert "not finished" in ready.run(before=uv).errors
    assert ready.marker()["state"] == "ready"


def test_an_interpreter_that_no_longer_runs_is_built_again(ready: Clone, uv: str) -> None:
    python = ready.venv / "bin" / "python"
    python.unlink()
    python.symlink_to(ready.folder / "removed")
    run = ready.run(before=uv)
    assert f"The Python of {ready.venv} no longer runs: building it again.\n" in run.errors
    assert run.report["who"] == "mlexplorer"


def test_an_interpreter_of_another_version_is_built_again(ready: Clone, uv: str) -> None:
    ready.mark(python="3.10")
    assert "no longer runs: building it again" in ready.run(before=uv).errors


def test_a_foreign_environment_is_left_alone(clone: Clone, uv: str) -> None:
    clone.venv.mkdir()
    (clone.venv / "pyvenv.cfg").write_text("theirs")
    run = clone.run(before=uv)
    assert run.errors.startswith(f"{clone.venv} was not made by ML Explorer and is left alone.\n")
    assert run.report["python"].startswith(str(clone.cache / "mlexplorer" / "venv-"))
    assert [path.name for path in clone.venv.iterdir()] == ["pyvenv.cfg"]
    assert clone.run(before=uv).errors == ""


def obeying_permissions() -> tuple[str, ...]:
    """Return what makes root obey the permissions of files."""
    if os.geteuid() != 0:
        return ()
    prefix = ("/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search")
    if not Path(prefix[0]).exists() or subprocess.run([*prefix, "/bin/true"], check=False).returncode:
        pytest.skip("root cannot be made to obey permissions here")
    return prefix


def test_a_clone_that_cannot_be_written_uses_the_cache(clone: Clone, uv: str) -> None:
    clone.prefix = obeying_permissions()
    clone.folder.chmod(0o555)
    run = clone.run(before=uv)
    clone.folder.chmod(0o755)
    assert run.errors.startswith(f"{clone.venv} cannot be written and is left alone.\n")
    assert run.report["python"].startswith(str(clone.cache / "mlexplorer" / "venv-"))
    assert not clone.venv.exists()


def test_a_ready_clone_that_cannot_be_written_starts(ready: Clone) -> None:
    ready.prefix = obeying_permissions()
    ready.venv.chmod(0o555)
    ready.folder.chmod(0o555)
    run = ready.run()
    ready.folder.chmod(0o755)
    ready.venv.chmod(0o755)
    assert run.errors == ""
    assert run.report["python"] == str(ready.venv / "bin" / "python")


def test_changed_dependencies_are_installed(ready: Clone) -> None:
    ready.write_project([*RUNTIME, "beta"])
    run = ready.run()
    assert "Installing alpha, PySide6-Essentials, beta.\n" in run.errors
    assert (ready.packages() / "beta.py").exists()
    assert ready.run().errors == ""


def test_changed_but_offline_starts_with_the_old_packages(ready: Clone) -> None:
    ready.write_project([*RUNTIME, "beta"])
    offline = {"PIP_NO_INDEX": "", "PIP_FIND_LINKS": "", "PIP_RETRIES": "1", "PIP_INDEX_URL": "http://127.0.0.1:9/"}
    run = ready.run(**offline)
    assert "python -m pip failed: the package server cannot be reached (offline?).\n" in run.errors
    assert run.errors.endswith("Starting with the packages that are here already.\n")
    assert run.report["who"] == "mlexplorer"
    assert ready.marker()["state"] == "ready"
    assert "beta" in ready.run().errors, "the next start tries again"


def test_changed_but_offline_needs_the_old_packages_to_import(ready: Clone) -> None:
    (ready.packages() / "alpha.py").write_text("import a_module_that_is_gone")
    ready.write_project([*RUNTIME, "gamma"])
    run = ready.run()
    assert run.code == 1
    assert run.output == ""
    assert ready.marker()["state"] == "begun"


def test_a_failed_test_set_up_leaves_the_program_ready(ready: Clone) -> None:
    before = ready.marker()
    run = ready.run("test", PIP_FIND_LINKS="")
    assert run.code == 1
    assert run.output == ""
    assert ready.marker() == before


def test_a_failure_shows_the_last_error_and_the_reason(ready: Clone) -> None:
    ready.write_project(["alpha>=2"])
    lines = ready.run().errors.splitlines()
    assert lines[2] == "python -m pip failed: no version of a package fits this Python and system."
    assert lines[3].strip().startswith("ERROR: No matching distribution found for alpha>=2")
    assert lines[4].strip() == f"All it said: {ready.venv / 'set-up.log'}"


def test_a_broken_project_file_is_named(clone: Clone) -> None:
    (clone.folder / "pyproject.toml").write_text("<<<<<<<")
    run = clone.run()
    assert run.code == 1
    assert run.errors.startswith("pyproject.toml cannot be read: ")


def test_a_second_first_run_waits_for_the_first(clone: Clone, template: Path) -> None:
    lock = clone.folder / ".venv.lock"
    lock.write_text(str(os.getpid()))
    with subprocess.Popen(
        clone.command(), env=clone.environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE
    ) as run:
        assert run.stderr is not None
        line = run.stderr.readline().decode()
        assert line.startswith(f"Waiting for another set-up (process {os.getpid()};")
        assert not clone.venv.exists()
        shutil.copytree(template, clone.venv, symlinks=True)
        lock.unlink()
        output, errors = run.communicate(timeout=600)
    assert b'"who": "mlexplorer"' in output
    assert errors == b""


def test_the_lock_of_a_dead_process_is_taken_over(ready: Clone) -> None:
    with subprocess.Popen([sys.executable, "-S", "-c", ""]) as ended:
        pass
    lock = ready.folder / ".venv.lock"
    lock.write_text(str(ended.pid))
    ready.write_project([*RUNTIME, "beta"])
    run = ready.run()
    assert run.errors.startswith(f"Process {ended.pid} stopped during its set-up: taking over.\n")
    assert run.report["who"] == "mlexplorer"
    assert not lock.exists()


def test_a_lock_that_a_power_cut_left_empty_is_taken_over(ready: Clone) -> None:
    lock = ready.folder / ".venv.lock"
    lock.touch()
    os.utime(lock, (1, 1))
    ready.write_project([*RUNTIME, "beta"])
    run = ready.run()
    assert run.errors.startswith("Process 0 stopped during its set-up: taking over.\n")
    assert run.report["who"] == "mlexplorer"
    assert not lock.exists()


def test_ready_does_not_ask_for_the_lock(ready: Clone) -> None:
    (ready.folder / ".venv.lock").write_text(str(os.getpid()))
    assert ready.run().code == 0


def test_a_path_with_spaces_and_umlauts_serves(first: tuple[Clone, Run]) -> None:
    clone, run = first
    assert " " in str(clone.folder)
    assert "Ü" in str(clone.folder)
    assert run.code == 0
    again = clone.run("a b.csv")
    assert again.report["arguments"] == ["a b.csv"]
    assert again.errors == ""


def test_two_first_runs_at_once_set_up_once(clone: Clone, uv: str) -> None:
    command, environment = clone.command(before=uv), clone.environment
    with (
        subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as one,
        subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE) as two,
    ):
        said = [run.communicate(timeout=600) for run in (one, two)]
    assert all(b'"who": "mlexplorer"' in output for output, _ in said)
    assert sum(errors.count(b"Installing") for _, errors in said) == 1
