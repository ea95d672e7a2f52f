"""Packed courses: a folder as one file and back; what comes from a stranger is checked before a byte of it is kept."""

import io
import re
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

from mlexplorer.core.table import BadTable
from mlexplorer.core.writing import made_folder, write_all
from mlexplorer.lessons import course
from mlexplorer.session import storage
from mlexplorer.session.storage import BadFile
from mlexplorer.tables.unpacking import pieces, unpacked

SUFFIX = ".mlx.zip"
NO_DATE = (1980, 1, 1, 0, 0, 0)  # the same bytes on every day
ORDINARY = (stat.S_IFREG | 0o644) << 16
LONGEST_NAME = 200
FORBIDDEN = re.compile(r'[\x00-\x1f<>:"|?*\\]')  # in a name, on one system or another
DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)  # names that are no files on Windows
ENCRYPTED = 0x1


def packed(found: Mapping[str, bytes]) -> bytes:
    """Return files as one packed file; the same files give the same bytes."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(found):
            member = zipfile.ZipInfo(name, NO_DATE)
            member.compress_type, member.external_attr = zipfile.ZIP_DEFLATED, ORDINARY
            archive.writestr(member, found[name])
    return written.getvalue()


def pack(folder: Path, path: Path) -> course.Course:
    """Write the course in a folder as one file; one that could not be opened is refused."""
    if not path.name.lower().endswith(SUFFIX):
        raise ValueError(f"A course is packed into a file that ends in {SUFFIX}, not into {path.name!r}.")
    found = course.contents(folder)
    for name in found:
        _check_name(name, folder.name)
    made = course.course_of(found, folder.name)
    write_all({path: packed(found)})
    return made


def contents(path: Path) -> dict[str, bytes]:
    """Return the files of a packed course that belong to one, by name; BadFile for whatever could do harm."""
    content = storage.content(path)
    try:
        with unpacked(io.BytesIO(content), len(content)) as archive:
            members = [member for member in archive.infolist() if not member.is_dir()]
            course.check_counts(len(members), sum(member.file_size for member in members), path.name)
            _check_names([member.filename for member in members], path.name)
            for member in members:
                _check_kind(member, path.name)
            wanted = [member for member in members if course.belongs(PurePosixPath(member.filename).name)]
            return {member.filename: b"".join(pieces(archive, member)) for member in wanted}
    except BadTable as error:
        raise BadFile(f"{path.name} cannot be opened: {error}") from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError) as error:
        if isinstance(error, BadFile):
            raise
        raise BadFile(f"{path.name} is damaged or not a packed course.") from error


def unpack(path: Path, folder: Path) -> course.Course:
    """Write the files of a packed course into a folder, once all of them are known to be good; none is replaced."""
    found = contents(path)
    made = course.course_of(found, path.name.removesuffix(SUFFIX))
    places = {folder / name: content for name, content in found.items()}
    there = next((place for place in places if place.exists()), None)
    if there is not None:
        raise BadFile(f"{there} is there already: name another folder.")
    for place in places:
        made_folder(place.parent)
    write_all(places)
    return made


def _check_names(names: list[str], file: str) -> None:
    for name in names:
        _check_name(name, file)
    folded = [unicodedata.normalize("NFC", name).casefold() for name in names]
    if len(set(folded)) < len(folded):
        raise BadFile(f"{file} holds two files of the same name.")


def _check_name(name: str, file: str) -> None:
    """Refuse a name that leads out of a folder, or that some system takes for something else."""
    parts = name.split("/")
    strange = any(part in ("", ".", "..") or part != part.strip(" .") or DEVICES.fullmatch(part) for part in parts)
    if strange or FORBIDDEN.search(name) or len(name) > LONGEST_NAME or len(parts) > course.DEEPEST:
        raise BadFile(f"{file} holds a file with the name {name[:LONGEST_NAME]!r}, which is not safe to unpack.")


def _check_kind(member: zipfile.ZipInfo, file: str) -> None:
    kind = stat.S_IFMT(member.external_attr >> 16)
    if kind not in (0, stat.S_IFREG):
        raise BadFile(f"{file} holds {member.filename!r}, which is not an ordinary file.")
    if member.flag_bits & ENCRYPTED:
        raise BadFile(f"{file} is locked with a password.")
