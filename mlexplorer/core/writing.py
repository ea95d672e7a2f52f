"""Files written whole or not at all: old or new after any failure, and nothing left beside them."""

import contextlib
import os
import secrets
import stat
import sys
import zlib
from collections.abc import Callable, Collection, Mapping
from contextlib import ExitStack
from pathlib import Path

from mlexplorer.core.params import nearest

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PART, BACKUP = ".part", ".backup"  # endings of a file that is not whole yet, and of the last version of one
OPENED = os.O_RDWR | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
NAMELESS = getattr(os, "O_TMPFILE", 0) if Path("/proc/self/fd").is_dir() else 0
ORDINARY = 0o666  # less what the user's mask takes away


class CannotWrite(ValueError):
    """A file could not be written; the message is one sentence, the reason the part of it that says why."""

    def __init__(self, sentence: str, reason: str = "") -> None:
        super().__init__(sentence)
        self.reason = reason or sentence.rstrip(".")


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
    """Write files: all of them whole beside their names first, then put in place, so a failure leaves what was there.

    Permissions, owner and links of a file stay as they are: a symbolic link is written through, and a file that
    cannot be replaced without losing a hard link or its owner is written in place.
    """
    with ExitStack() as begun:
        drafts = [_NewFile(path, content) for path, content in contents.items()]
        for draft in drafts:
            begun.callback(draft.close)
            _said(draft.path, draft.make)
        for draft in sorted(drafts, key=lambda draft: not draft.stays):  # these can fail: nothing is replaced before
            _said(draft.path, draft.put)
    for folder in {draft.target.parent for draft in drafts}:
        _sweep(folder)


def mend(path: Path) -> None:
    """Put the last version of a file back if whoever wrote the file in place was ended meanwhile."""
    with contextlib.suppress(OSError, ValueError), ExitStack() as opened:  # ValueError: a name that no file can have
        target = Path(os.path.realpath(path))
        backup = _backup_of(target)
        file = os.open(backup, OPENED)
        opened.callback(os.close, file)
        if take_lock(file) and os.fstat(file).st_nlink:  # else it is being written, or was just done
            _write_over(target, _read(file))
            backup.unlink()


def sync_folder(folder: Path) -> None:
    """Make sure that the names in a folder outlive a power cut; files are synced by whoever writes them."""
    if os.name != "nt":
        with contextlib.suppress(OSError):  # some file systems have no such thing
            opened = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(opened)
            finally:
                os.close(opened)


def take_lock(file: int) -> bool:
    """Lock an open file for as long as it stays open, however its process ends; False if another opening has it."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _said(path: Path, action: Callable[[], None]) -> None:
    """Do something with a file and say in a sentence why it failed."""
    try:
        action()
    except OSError as error:
        reason = error.strerror or str(error)
        raise CannotWrite(f"{path} could not be written: {reason}.", reason) from error


class _NewFile:
    """The new content of one file, first in a file without a name or with a hidden one, then in place."""

    def __init__(self, path: Path, content: bytes) -> None:
        if "\0" in str(path):
            raise CannotWrite("A file cannot have a name with a null character in it.")
        self.path, self.content = path, content
        self.target = Path(os.path.realpath(path))
        self.stays = False
        self._file = -1
        self._part: Path | None = None

    def make(self) -> None:
        """Write the content beside the file and read it back; nothing of the file itself is touched."""
        old = _checked(self.path, self.target)
        mend(self.target)
        self._file, self._part = _opened_part(self.target.parent)
        _write_out(self._file, self.content)
        if old is not None:
            self.stays = old.st_nlink > 1 or not _dressed(self._file, self.target, old)
        if _read(self._file) != self.content:
            raise OSError("what was written reads differently")

    def put(self) -> None:
        """Let the content take the place of the file; until the folder is synced too, the old one may come back."""
        if self.stays:
            self._put_in_place()
        else:
            part = self._named()
            if os.name == "nt":  # where an open file cannot be renamed
                os.close(self._file)
                self._file = -1
            part.replace(self.target)
            self._part = None
        sync_folder(self.target.parent)

    def close(self) -> None:
        """Leave nothing beside the file."""
        if self._part is not None:
            self._part.unlink(missing_ok=True)
        if self._file >= 0:
            os.close(self._file)

    def _named(self) -> Path:
        if self._part is None:
            part, folder = _part_name(self.target.parent), os.open(self.target.parent, os.O_RDONLY)
            try:  # with a folder as file descriptor, for only then the link in /proc is followed
                os.link(f"/proc/self/fd/{self._file}", part.name, dst_dir_fd=folder, follow_symlinks=True)
            finally:
                os.close(folder)
            self._part = part
        return self._part

    def _put_in_place(self) -> None:
        """Write over the file, with its last version beside it until the new one was read back."""
        backup = _NewFile(_backup_of(self.target), self.target.read_bytes())
        try:
            backup.make()
            os.chmod(backup._file, 0o600)  # noqa: PTH101 - a file that may have no name
            backup.put()
            _write_over(self.target, self.content)
        except OSError:
            with contextlib.suppress(OSError):  # else the backup stays, for the next one to mend
                _write_over(self.target, backup.content)
                backup.path.unlink(missing_ok=True)
            raise
        else:
            backup.path.unlink()
        finally:
            backup.close()


def _checked(path: Path, target: Path) -> os.stat_result | None:
    """Return what is known of a file that is to be written; None if it is not there yet."""
    if not target.parent.is_dir():
        raise CannotWrite(f"The folder {path.parent} does not exist.", f"the folder {path.parent} does not exist")
    try:
        info = target.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(info.st_mode):
        raise CannotWrite(
            f"{path} is a folder; a file needs a name of its own.", "it is a folder; a file needs a name of its own"
        )
    if not stat.S_ISREG(info.st_mode):
        raise CannotWrite(f"{path} is not an ordinary file.", "it is not an ordinary file")
    if not info.st_mode & 0o222 or not os.access(target, os.W_OK):
        raise CannotWrite(f"{path} could not be written: it is read-only.", "it is read-only")
    return info


def _dressed(file: int, target: Path, old: os.stat_result) -> bool:
    """Give a new file the owner, permissions and attributes of the old one; False if the owner cannot be kept."""
    if os.name == "nt":
        return True
    if (old.st_uid, old.st_gid) != (os.fstat(file).st_uid, os.fstat(file).st_gid):
        try:
            os.fchown(file, old.st_uid, old.st_gid)
        except PermissionError:
            return False
    if hasattr(os, "listxattr"):
        with contextlib.suppress(OSError):  # not every file system has them
            for name in os.listxattr(target):
                os.setxattr(file, name, os.getxattr(target, name))
    os.fchmod(file, stat.S_IMODE(old.st_mode))
    return True


def _part_name(folder: Path) -> Path:
    return folder / f".mlx-{os.getpid()}-{secrets.token_hex(4)}{PART}"


def _backup_of(target: Path) -> Path:
    return target.with_name(f".mlx-{zlib.crc32(os.fsencode(target.name)):08x}{BACKUP}")


def _opened_part(folder: Path) -> tuple[int, Path | None]:
    """Open a new file in a folder, without a name where that is possible: then it goes with its process."""
    if NAMELESS:
        with contextlib.suppress(OSError):  # not every file system can; what else is wrong is told below
            return _locked(os.open(folder, OPENED | NAMELESS, ORDINARY)), None
    part = _part_name(folder)
    return _locked(os.open(part, OPENED | os.O_CREAT | os.O_EXCL, ORDINARY)), part


def _locked(file: int) -> int:
    take_lock(file)
    return file


def _write_out(file: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(file, rest) :]
    os.fsync(file)


def _write_over(target: Path, content: bytes) -> None:
    """Write a file in place, without making it shorter before it is written, and read it back."""
    file = os.open(target, OPENED)
    try:
        _write_out(file, content)
        os.ftruncate(file, len(content))
        os.fsync(file)
        if _read(file) != content:
            raise OSError("what was written reads differently")
    finally:
        os.close(file)


def _read(file: int) -> bytes:
    if hasattr(os, "posix_fadvise"):
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)  # from the disk, not from memory
    os.lseek(file, 0, os.SEEK_SET)
    with open(file, "rb", closefd=False) as opened:
        return opened.read()


def _sweep(folder: Path) -> None:
    """Remove parts that a process which is gone has left: nobody holds their locks."""
    for part in folder.glob(f".mlx-*{PART}"):
        with contextlib.suppress(OSError), ExitStack() as opened:
            file = os.open(part, OPENED)
            opened.callback(os.close, file)
            if take_lock(file):
                part.unlink()
