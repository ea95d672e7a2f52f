"""The same packages everywhere: exact versions, each file checked by its hash."""

import hashlib
import re
from pathlib import Path

from packaging.requirements import Requirement

from tests.start.clones import ROOT, Clone, make_wheel

PINNED = (ROOT / "resources" / "pinned.txt").read_text(encoding="utf-8")


def pin(clone: Clone, wheels: Path, **hashes: str) -> None:
    """Write the pins of a clone: alpha 1.0 and the fake Qt, by the hashes of their wheels unless told otherwise."""
    lines = []
    for name, version in (("alpha", "1.0"), ("PySide6_Essentials", "6.0")):
        wheel = wheels / f"{name}-{version}-py3-none-any.whl"
        digest = hashes.get(name) or hashlib.sha256(wheel.read_bytes()).hexdigest()
        lines.append(f"{name}=={version} --hash=sha256:{digest}")
    (clone.folder / "resources").mkdir()
    (clone.folder / "resources" / "pinned.txt").write_text("\n".join(lines))


def version_of_alpha(clone: Clone) -> str:
    """Return the version of alpha that is installed in a clone."""
    return next(clone.packages().glob("alpha-*.dist-info")).name.split("-")[1].removesuffix(".dist")


def test_pins_hold_back_newer_versions(ready: Clone, wheels: Path, tmp_path: Path) -> None:
    make_wheel(tmp_path, "alpha", "1.5", {"alpha.py": "version = 1.5\n"})
    both = {"PIP_FIND_LINKS": f"{wheels} {tmp_path}"}
    ready.write_project(["alpha>=1.2", "PySide6-Essentials>=6"])
    assert ready.run(**both).code == 0
    assert version_of_alpha(ready) == "1.5"
    ready.write_project(["alpha>=1", "PySide6-Essentials>=6"])
    pin(ready, wheels)
    run = ready.run("--pinned", "data.csv", **both)
    assert run.code == 0
    assert run.report["arguments"] == ["data.csv"]
    assert version_of_alpha(ready) == "1.0"
    assert ready.run("--pinned").errors == ""
    assert ready.run().errors == "", "a plain start keeps what the pins brought"


def test_a_file_with_another_hash_is_refused(ready: Clone, wheels: Path) -> None:
    (ready.packages() / "alpha-1.0.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: alpha\nVersion: 0.9\n"
    )
    (ready.packages() / "alpha-1.0.dist-info").rename(ready.packages() / "alpha-0.9.dist-info")
    pin(ready, wheels, alpha="0" * 64)
    run = ready.run("--pinned")
    assert "a download is damaged" in run.errors


def test_the_pins_are_complete_and_within_what_is_allowed() -> None:
    pins = dict(re.findall(r"^([\w.-]+)==(\S+)", PINNED, re.MULTILINE))
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    lines = re.findall(r'^    "([^"]+)"', text.partition("dependencies = [")[2].partition("\n]")[0], re.MULTILINE)
    wanted = [Requirement(line) for line in lines]
    assert {requirement.name.lower() for requirement in wanted} <= set(pins)
    for requirement in wanted:
        assert requirement.specifier.contains(pins[requirement.name.lower()]), requirement


def test_every_pin_has_hashes_and_no_address() -> None:
    blocks = re.split(r"^(?=[\w.-]+==)", PINNED, flags=re.MULTILINE)[1:]
    assert len(blocks) >= 6
    assert all("--hash=sha256:" in block for block in blocks)
    assert not re.search(r"https?:|://|index-url|find-links", PINNED)
