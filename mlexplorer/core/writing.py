"""Files written whole or not at all."""

import os
import tempfile
from collections.abc import Collection, Mapping
from pathlib import Path

from mlexplorer.core.params import nearest


class CannotWrite(ValueError):
    """A file could not be written; the message is one sentence."""


def made_folder(folder: Path) -> Path:
    """Return a folder, made if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWrite(f"The folder {folder} could not be made: {error.strerror or error}.") from error
    return folder


def check_suffix(what: str, suffix: str, known: Collection[str]) -> None:
    """Raise a ValueError for an ending that something (“A figure”) cannot be written with."""
    if suffix.lower() not in known:
        where = f"as {suffix!r}" if suffix else "to a file without an ending"
        raise ValueError(f"{what} cannot be written {where}{nearest(suffix, known)}.")


def write_all(contents: Mapping[Path, bytes]) -> None:
    """Write files: all into temporary ones first, then renamed, so that a failure leaves what was there."""
    temporary: dict[Path, Path] = {}
    try:
        for path, content in contents.items():
            temporary[path] = _written(path, content)
        for path in list(temporary):
            temporary[path].replace(path)
            del temporary[path]
    except OSError as error:
        name = error.filename2 or error.filename or ""
        raise CannotWrite(
            f"{Path(name).name or 'The file'} could not be written: {error.strerror or error}."
        ) from error
    finally:
        for rest in temporary.values():
            rest.unlink(missing_ok=True)


def _written(path: Path, content: bytes) -> Path:
    if "\0" in str(path):
        raise CannotWrite("A file cannot have a name with a null character in it.")
    if path.is_dir():
        raise CannotWrite(f"{path} is a folder; a file needs a name of its own.")
    if not path.parent.is_dir():
        raise CannotWrite(f"The folder {path.parent} does not exist.")
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", suffix=path.suffix, delete=False) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise CannotWrite(f"{path} could not be written: {error.strerror or error}.") from error
    made = Path(file.name)
    made.chmod(0o644)
    return made
