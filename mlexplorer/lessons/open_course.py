"""An open course: a folder, or a packed one in a folder of its own for as long as it is open."""

import tempfile
from pathlib import Path

from mlexplorer.lessons import course, packing
from mlexplorer.lessons.course import Course


class OpenCourse:
    """A course, where its files lie, and whether they may be written to."""

    def __init__(self, path: Path) -> None:
        """Read the course in a folder, or unpack one into a folder that is removed by close()."""
        self.unpacked: tempfile.TemporaryDirectory[str] | None = None
        self.folder: Path = path
        self.shown: Course
        if path.is_dir():
            self.shown = course.load(path)
            return
        self.unpacked = tempfile.TemporaryDirectory(prefix="mlexplorer-course-")
        self.folder = Path(self.unpacked.name)
        try:
            self.shown = packing.unpack(path, self.folder)
        except ValueError:
            self.close()
            raise

    def home_of(self, name: str) -> Path | None:
        """Return the file that a book is saved to; one that was packed has none."""
        return self.folder / name if self.unpacked is None else None

    def close(self) -> None:
        """Remove what was unpacked."""
        if self.unpacked is not None:
            self.unpacked.cleanup()
