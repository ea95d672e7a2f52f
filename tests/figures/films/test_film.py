"""Films: frames that are always the same, files that play, and nothing written when they are cancelled."""

import os
import struct
import subprocess
import zlib
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImageReader

from mlexplorer.core.knobs import spread
from mlexplorer.core.params import specs
from mlexplorer.core.writing import CannotWrite
from mlexplorer.figures import choices, scenes
from mlexplorer.figures.files import embedded
from mlexplorer.figures.files.embedded import PNG_START, chunks
from mlexplorer.figures.films import film, mp4
from mlexplorer.figures.films.apng import apng
from mlexplorer.figures.films.frames import changed_box, picture_of
from mlexplorer.figures.films.gif import gif
from mlexplorer.figures.films.quantise import packed, palette_of, unpacked
from mlexplorer.pipeline.pipeline import Pipeline
from mlexplorer.pipeline.slow_motion import SLOW, walked
from mlexplorer.pipeline.snapshot import Frame
from tests.figures.samples import from_png, session
from tests.samples import switches

SMALL = film.Film(width=200, height=150, fps=5.0, hold=0.5)


def moments(shown, count=6):
    return scenes.of_steps(shown, scenes.all_steps(shown, count, Pipeline()))


@pytest.fixture(scope="module")
def pictures(qapp):
    del qapp
    return list(film.painted(moments(session("kmeans", k=3)), SMALL))


def test_frames_have_the_size_asked_for_and_are_always_the_same(pictures):
    assert [picture.shape for picture in pictures] == [(150, 200, 3)] * 6
    again = list(film.painted(moments(session("kmeans", k=3)), SMALL))
    assert all(np.array_equal(one, two) for one, two in zip(pictures, again, strict=True))
    assert not np.array_equal(pictures[0], pictures[-1])


def test_only_what_moves_changes_from_frame_to_frame(pictures):
    """The axes stand still, whatever the frame shows and says above and below."""
    for picture in pictures[1:]:
        assert np.array_equal(picture[:-20, :12], pictures[0][:-20, :12])


def test_gif_shows_every_frame_as_long_as_asked(pictures):
    times = SMALL.milliseconds(len(pictures))
    assert times == [500, 200, 200, 200, 200, 500]
    content = gif(list(zip(pictures, times, strict=True)), film.kept_colours(film.SHEET))
    found = list(read_animation(content, "gif"))
    assert [milliseconds for _, milliseconds in found] == times
    for picture, (shown, _) in zip(pictures, found, strict=True):
        away = np.abs(picture.astype(int) - shown.astype(int)).max(axis=2)
        assert away.mean() < 1.5
        assert (away > 40).mean() < 0.002


@pytest.mark.parametrize("seed", range(4))
def test_gif_packs_any_picture(seed):
    """Noise fills the table of codes again and again, runs make long codes: both come back exactly."""
    generator = np.random.default_rng(seed)
    colours = generator.integers(0, 256, (200, 3)).astype(np.uint8)
    noise = colours[generator.integers(0, 200, (90, 120))]
    noise[10:40] = colours[0]
    noise[50:60, 20:] = colours[1]
    other = noise.copy()
    other[30:70, 40:90] = colours[generator.integers(0, 3, (40, 50))]
    content = gif([(noise, 100), (other, 100), (other, 100), (noise, 100)], colours)
    found = [picture for picture, _ in read_animation(content, "gif")]
    assert all(np.array_equal(*pair) for pair in zip(found, [noise, other, other, noise], strict=True))


def test_animated_png_holds_every_pixel(pictures):
    times = SMALL.milliseconds(len(pictures))
    content = apng(list(zip(pictures, times, strict=True)))
    found = list(read_apng(content))
    assert [milliseconds for _, milliseconds in found] == times
    assert all(np.array_equal(picture, shown) for picture, (shown, _) in zip(pictures, found, strict=True))
    assert np.array_equal(from_png(content), pictures[0]), "a reader that knows no animation sees the first frame"


def test_colours_with_a_meaning_stay_exact(pictures):
    kept = film.kept_colours(film.SHEET)
    colours = palette_of(pictures, kept, 255)
    assert len(colours) <= 255
    assert set(packed(kept).tolist()) <= set(packed(colours).tolist())
    assert np.array_equal(unpacked(packed(kept)), kept)


def test_the_smallest_box_holds_all_changes():
    before = np.zeros((10, 12, 3), np.uint8)
    after = before.copy()
    after[3, 4], after[6, 9] = 1, 2
    assert changed_box(before, after) == (3, 7, 4, 10)
    assert changed_box(None, after) == (0, 10, 0, 12)
    assert changed_box(after, after) == (0, 1, 0, 1)


def test_files_are_written_at_the_end_only(tmp_path):
    paths = [tmp_path / "film.gif", tmp_path / "film.apng", tmp_path / "film.png"]
    shares = []
    for share in film.record(moments(session("kmeans", k=3)), SMALL, paths):
        assert not list(tmp_path.iterdir())
        shares.append(share)
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1.0)
    frames = [f"film-{number:04}.png" for number in range(1, 7)]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["film.gif", "film.apng", *frames])


def test_a_film_that_is_no_longer_asked_for_leaves_nothing(tmp_path):
    recording = film.record(moments(session("kmeans", k=3)), SMALL, [tmp_path / "film.gif"])
    next(recording)
    next(recording)
    recording.close()
    assert not list(tmp_path.iterdir())


def test_a_parameter_can_be_swept():
    shown = session("svm")
    spec = next(spec for spec in specs(type(shown.run.model)) if spec.name == "gamma")
    values = spread(spec, 0.1, 10.0, 5)
    assert values == pytest.approx([0.1, 0.3162, 1.0, 3.162, 10.0])
    found = scenes.of_values(shown, {"gamma": values})
    assert found[2].title == "γ = 1"
    pictures = list(film.painted(found, SMALL))
    assert len({picture.tobytes() for picture in pictures}) == 5


def test_whole_numbers_are_swept_once_each():
    shown = session("knn")
    spec = next(spec for spec in specs(type(shown.run.model)) if spec.name == "k")
    assert spread(spec, 1, 4, 30) == [1, 2, 3, 4]


@pytest.mark.parametrize("fps", [8.0, 30.0])
@pytest.mark.parametrize("model", ["perceptron", "adaboost", "tree", "kmeans"])
def test_a_film_at_thirty_frames_a_second_shows_every_step_and_beat(model, fps):
    """8 steps a second are the timeline at ×1; whoever looks thirty times a second sees each of them, in order."""
    shown = session(model)
    slow = replace(shown, view=replace(shown.view, switches=switches(SLOW)))
    for looked, pace in ((shown, False), (slow, True)):
        steps = scenes.all_steps(looked, 3000, Pipeline())
        trace = Pipeline().last(looked, Frame((-2, 3, -2, 2))).trace
        places = walked(trace, True) if pace else range(trace.total)
        assert [trace.total - 1 if step is None else step for step in steps] == list(places)
        ends = np.cumsum(film.Film(fps=fps, hold=0.0).milliseconds(len(steps)))
        seen = np.searchsorted(ends, np.arange(0, ends[-1] - 1, 1000 / 30) + 0.5, side="right")
        assert np.unique(seen).tolist() == list(range(len(steps)))


@pytest.mark.parametrize("times", [[33, 34, 33] * 40, [125] * 40, [17] * 30, [1, 1, 1, 500], [500, 100, 33, 33, 500]])
def test_mp4_repeats_no_picture_less_than_once_and_all_as_long_as_they_stay(times):
    counts = mp4.repeats(times)
    assert min(counts) >= 1
    assert sum(counts) == pytest.approx(sum(times) * mp4.RATE / 1000, abs=len(times) if max(times) < 16 else 3)


def test_mp4_holds_every_picture(tmp_path):
    greys = [np.full((32, 48, 3), value, np.uint8) for value in range(20, 240, 10)]
    path = tmp_path / "film.mp4"
    path.write_bytes(mp4.mp4(list(zip(greys, film.Film(fps=30.0, hold=0.0).milliseconds(len(greys)), strict=True))))
    words = ["ffmpeg", "-loglevel", "error", "-i", str(path), "-f", "rawvideo", "-pix_fmt", "gray", "-"]
    found = np.frombuffer(subprocess.run(words, capture_output=True, check=True).stdout, np.uint8).reshape(-1, 32 * 48)
    levels = np.round(found.mean(axis=1) / 10)
    assert len(levels) == round(len(greys) * mp4.RATE / 30)
    assert (np.diff(levels) >= 0).all()
    assert np.unique(levels).tolist() == list(range(2, 24))


@pytest.mark.skipif(os.name == "nt", reason="a script is no program there")
def test_what_ffmpeg_says_when_it_fails_is_told(tmp_path, monkeypatch):
    script = tmp_path / "ffmpeg"
    script.write_text("#!/bin/sh\necho 'Unknown encoder libx264' >&2\nexit 1\n")
    script.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    large = np.zeros((600, 800, 3), np.uint8)  # more than a pipe holds, so that writing to it fails too
    with pytest.raises(CannotWrite, match="ffmpeg could not make the film: Unknown encoder libx264"):
        mp4.mp4([(large, 1000)])


def uprights(picture):
    """Return how many upright axes a picture has: lines that are darker than what they stand on."""
    dark = np.median(picture.max(axis=2)[60:180], axis=0) < 195
    return int((np.diff(dark.astype(int), prepend=0) > 0).sum())


def test_every_frame_has_its_title_and_says_what_happened():
    shown = moments(session("perceptron", rate=1.0), 2)[-1]
    large = film.Film(width=800, height=600)
    one, other = (next(iter(film.painted([each], large))) for each in (shown, replace(shown, title="Other")))
    changed = (one != other).any(axis=2)
    rows = np.flatnonzero(changed.any(axis=1))
    assert 4 < len(rows) < 40, "one line of words"
    assert not changed[:, 400:].any(), "the title stands at the left"
    note = one[-40:]
    assert (note.max(axis=2) < 200).any(axis=0).sum() > 80, "a sentence stands below"


def test_a_film_shows_any_views_side_by_side_with_a_heading():
    shown = moments(session("logistic", solver="gradient", steps=4))
    small = film.Film(width=480, height=240, most=3)
    alone = list(film.painted(shown, small))
    sheet = replace(film.SHEET, view="plane+landscape", heading="Downhill")
    beside = list(film.painted(shown, small, sheet))
    assert [picture.shape for picture in beside] == [picture.shape for picture in alone]
    assert (uprights(alone[0]), uprights(beside[0])) == (1, 2), "every view has its axis"
    right = [(picture[60:, 280:] != beside[0][60:, 280:]).mean() for picture in beside]
    assert right[0] == 0 < min(right[1:])  # the path goes on
    with pytest.raises(ValueError, match="There is no view 'nowhere'"):
        list(film.painted(shown, small, replace(sheet, view="nowhere")))


@pytest.mark.parametrize("name", ["film.gif", "film.apng", "film.png"])
def test_a_film_opens_again(name, tmp_path):
    shown = session("kmeans", k=3)
    for _ in film.record(moments(shown, 3), film.Film(width=90, height=70), [tmp_path / name]):
        pass
    for path in tmp_path.iterdir():
        assert embedded.read(path).session == shown
        assert choices.session_of(str(path)) == shown


def test_formats_no_film_can_have_are_refused(tmp_path, monkeypatch):
    with pytest.raises(ValueError, match=r"cannot be written as '\.avi'.*\.gif"):
        next(film.record(moments(session("kmeans")), SMALL, [tmp_path / "film.avi"]))
    monkeypatch.setattr(mp4.shutil, "which", lambda _: None)
    with pytest.raises(ValueError, match="MP4 needs the program ffmpeg"):
        next(film.record(moments(session("kmeans")), SMALL, [tmp_path / "film.mp4"]))


def test_a_model_that_cannot_be_fitted_makes_no_film():
    shown = session("svm")
    empty = shown.with_points(replace(_data(shown), labels=np.zeros(len(_data(shown)), int)))
    with pytest.raises(ValueError, match="Two classes are needed"):
        scenes.all_steps(empty, 10, Pipeline())


def _data(shown):
    return shown.document.source.make()


def read_animation(content, kind):
    """Yield the pictures of an animation and how long each stays, as Qt reads it."""
    data = QByteArray(content)
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(kind.encode()))
    while True:
        image = reader.read()
        if image.isNull():
            return
        yield picture_of(image), reader.nextImageDelay()


def read_apng(content):
    """Yield the pictures of an animated PNG and how long each stays, read by the words of its specification."""
    assert content.startswith(PNG_START)
    canvas, place, number = None, None, 0
    for kind, body in chunks(content):
        if kind == b"IHDR":
            width, height = struct.unpack(">II", body[:8])
            canvas = np.zeros((height, width, 3), np.uint8)
        elif kind == b"fcTL":
            sequence, *place, over, under, _, _ = struct.unpack(">IIIIIHHBB", body)
            assert sequence == number
            number += 1
        elif kind in (b"IDAT", b"fdAT"):
            if kind == b"fdAT":
                assert struct.unpack(">I", body[:4])[0] == number
                number += 1
            width, height, left, top = place
            lines = zlib.decompress(body[4:] if kind == b"fdAT" else body)
            rows = np.frombuffer(lines, np.uint8).reshape(height, 1 + 3 * width)
            assert (rows[:, 0] == 2).all()
            part = np.cumsum(rows[:, 1:], axis=0, dtype=np.uint8).reshape(height, width, 3)
            canvas[top : top + height, left : left + width] = part
            yield canvas.copy(), 1000 * over // under
