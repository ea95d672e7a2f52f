"""Packed files: what a zip archive promises is checked before it is unpacked, and what comes out is held to it."""

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from mlexplorer.core.table import BadTable
from mlexplorer.tables import limits

KNOWN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # the others are unpacked in pieces of any size
PIECE = 2**18


@contextmanager
def unpacked(file: BinaryIO, size: int) -> Iterator[zipfile.ZipFile]:
    """Open an archive of some size; BadTable if it promises more than may be unpacked."""
    with zipfile.ZipFile(file) as archive:
        members = archive.infolist()
        if any(member.compress_type not in KNOWN for member in members):
            raise BadTable("The file is packed in a way that is not opened; pack it as a plain zip archive.")
        limits.check_unpacked(sum(member.file_size for member in members), size)
        yield archive


def pieces(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Iterator[bytes]:
    """Yield a member of an archive bit by bit; BadTable if there is more of it than it promised.

    zipfile stops where the promise ends, so one byte more is asked for: other readers would unpack it all.
    """
    promised, member.file_size = member.file_size, member.file_size + 1
    count = 0
    with archive.open(member) as part:
        while piece := part.read(PIECE):
            count += len(piece)
            if count > promised:
                raise BadTable("The file is damaged: more is packed in it than it says.")
            yield piece
