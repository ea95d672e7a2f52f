"""MP4 through ffmpeg, where the machine has it."""

import contextlib
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from mlexplorer.core.writing import CannotWrite
from mlexplorer.figures.films.frames import Picture

RATE = 60  # frames a second: each picture is repeated as long as it stays


def can_make_mp4() -> bool:
    """Tell whether this machine has ffmpeg."""
    return shutil.which("ffmpeg") is not None


def mp4(frames: Sequence[tuple[Picture, int]]) -> bytes:
    """Return frames, each with how long it stays in milliseconds, as MP4; the same frames give the same bytes."""
    height, width = (side - side % 2 for side in frames[0][0].shape[:2])  # the usual players want even sides
    counts = repeats([milliseconds for _, milliseconds in frames])
    with tempfile.TemporaryDirectory() as folder:
        target, said = Path(folder, "film.mp4"), Path(folder, "said.txt")
        with said.open("wb") as words:
            process = subprocess.Popen(_words(width, height, target), stdin=subprocess.PIPE, stderr=words)
            with contextlib.suppress(BrokenPipeError), process:  # it may end early; its last words say why
                assert process.stdin is not None
                for (picture, _), count in zip(frames, counts, strict=True):
                    process.stdin.write(picture[:height, :width].tobytes() * count)
        if process.returncode:
            last = said.read_text(errors="replace").strip().splitlines()[-1:]
            raise CannotWrite(f"ffmpeg could not make the film: {' '.join(last) or process.returncode}.")
        return target.read_bytes()


def repeats(milliseconds: Sequence[int]) -> list[int]:
    """Return how often each picture is shown: at least once, and together as long as they should stay."""
    counts, due = list[int](), 0.0
    for time in milliseconds:
        due += time * RATE / 1000
        counts.append(max(1, round(due - sum(counts))))
    return counts


def _words(width: int, height: int, target: Path) -> list[str]:
    given = ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}", "-r", str(RATE), "-i", "-"]
    same = ["-threads", "1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-map_metadata", "-1"]
    coded = ["-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart"]
    return ["ffmpeg", "-y", "-loglevel", "error", *given, *coded, *same, str(target)]
