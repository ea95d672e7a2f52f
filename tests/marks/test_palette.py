"""The colours keep apart for every eye and stand out from what lies under them; regions and shapes follow the look."""

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from mlexplorer.core.resources import resource
from mlexplorer.marks import palette

SCREEN = ("light", "dark", "projector")
COLOURED = (*SCREEN, "print")
SURFACES = ("window", "panel", "field", "raised", "hover", "plane")

# Machado, Oliveira and Fernandes 2009, severity 1.0, on linear RGB.
VISIONS = {
    "normal": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)


def linear(colour: str) -> NDArray[np.float64]:
    share = palette.rgb(colour) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def lab(light: NDArray[np.float64]) -> NDArray[np.float64]:
    share = TO_XYZ @ np.clip(light, 0, 1) / TO_XYZ.sum(axis=1)
    root = np.where(share > (6 / 29) ** 3, np.cbrt(share), share / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


def difference(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """CIEDE2000 after Sharma, Wu and Dalal 2005."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * np.sqrt(mean**7 / (mean**7 + 25.0**7))
    c1, c2 = np.hypot(a1 * stretch, b1), np.hypot(a2 * stretch, b2)
    h1, h2 = np.arctan2(b1, a1 * stretch) % (2 * np.pi), np.arctan2(b2, a2 * stretch) % (2 * np.pi)
    grey = c1 * c2 == 0
    turn = 0.0 if grey else (h2 - h1 + np.pi) % (2 * np.pi) - np.pi
    hue = np.degrees(h1 + h2 if grey else (h1 + turn / 2) % (2 * np.pi))
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    wave = 1 + sum(
        size * np.cos(np.radians(times * hue + shift))
        for size, times, shift in ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.20, 4, -63))
    )
    d_l = (l2 - l1) / (1 + 0.015 * (lightness - 50) ** 2 / np.sqrt(20 + (lightness - 50) ** 2))
    d_c = (c2 - c1) / (1 + 0.045 * chroma)
    d_h = 2 * np.sqrt(c1 * c2) * np.sin(turn / 2) / (1 + 0.015 * chroma * wave)
    blue = np.radians(60 * np.exp(-(((hue - 275) / 25) ** 2)))
    tilt = -2 * np.sqrt(chroma**7 / (chroma**7 + 25.0**7)) * np.sin(blue)
    return float(np.sqrt(d_l**2 + d_c**2 + d_h**2 + tilt * d_c * d_h))


def contrast(one: str, other: str) -> float:
    dark, bright = sorted(float(np.dot((0.2126, 0.7152, 0.0722), linear(colour))) for colour in (one, other))
    return (bright + 0.05) / (dark + 0.05)


def worst(colours: list[str]) -> float:
    seen = [[lab(vision @ linear(colour)) for colour in colours] for vision in VISIONS.values()]
    return min(difference(one, other) for labs in seen for one, other in combinations(labs, 2))


def grounds(theme: palette.Theme) -> list[str]:
    return [theme.tokens["plane"], *(style.tint for style in theme.classes)]


def test_the_measure_agrees_with_published_pairs() -> None:
    pairs = [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1, 2), (50, 0, 0), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ]
    for one, other, expected in pairs:
        assert difference(np.array(one), np.array(other)) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("name", COLOURED)
@pytest.mark.parametrize(("count", "mark", "tint"), [(2, 45, 24), (3, 16, 7), (4, 16, 6), (9, 6, 2.5)])
def test_classes_keep_apart_for_every_eye(name: str, count: int, mark: float, tint: float) -> None:
    classes = palette.theme(name).classes[:count]
    assert worst([style.mark for style in classes]) >= mark
    assert worst([style.tint for style in classes]) >= tint


@pytest.mark.parametrize("name", COLOURED)
def test_unlabelled_points_are_no_class(name: str) -> None:
    theme = palette.theme(name)
    for style in theme.classes:
        assert worst([theme.unlabelled.mark, style.mark]) >= 8


def test_grey_print_separates_the_first_classes_by_lightness() -> None:
    lightness = [lab(linear(style.mark))[0] for style in palette.theme("print_grey").classes[:4]]
    assert min(abs(one - other) for one, other in combinations(lightness, 2)) >= 12


@pytest.mark.parametrize("name", palette.theme_names())
def test_graphics_stand_out_on_every_region(name: str) -> None:
    theme = palette.theme(name)
    lines = [theme.tokens[token] for token in ("boundary", "margin", "ghost", "support")]
    marks = [style.mark for style in (*theme.classes, theme.unlabelled)]
    assert min(contrast(ink, ground) for ink in lines + marks for ground in grounds(theme)) >= 3
    paths = [theme.tokens[token] for token in ("path", "path_ahead")]
    assert min(contrast(ink, ground) for ink in paths for ground in theme.ramp) >= 3


@pytest.mark.parametrize("name", COLOURED)
def test_runs_of_a_race_keep_apart_for_every_eye_and_are_no_class(name: str) -> None:
    theme = palette.theme(name)
    assert len(theme.runs) == 4
    assert worst(list(theme.runs)) >= 14
    assert min(worst([run, style.mark]) for run in theme.runs for style in theme.classes[:2]) >= 9


@pytest.mark.parametrize("name", palette.theme_names())
def test_runs_of_a_race_stand_out_on_every_region_and_every_step_of_the_landscape(name: str) -> None:
    theme = palette.theme(name)
    assert min(contrast(run, ground) for run in theme.runs for ground in [*grounds(theme), *theme.ramp]) >= 3
    assert min(contrast(run, theme.tokens["plane"]) for run in theme.runs) >= 4.5, "letters stand on them"


@pytest.mark.parametrize("name", COLOURED)
def test_faded_points_are_seen_and_told_from_those_that_matter(name: str) -> None:
    theme = palette.theme(name)
    for style in theme.classes:
        pale = theme.colour(f"pale {style.label}")
        assert contrast(pale, style.tint) >= 1.6
        assert worst([pale, style.mark]) >= 10


@pytest.mark.parametrize("name", SCREEN)
def test_text_and_controls_can_be_read(name: str) -> None:
    tokens = palette.theme(name).tokens
    pairs = [(ink, ground) for ink in ("text", "muted") for ground in SURFACES]
    pairs += [(f"{kind}_text", f"{kind}_surface") for kind in ("warning", "danger", "success")]
    pairs += [("on_accent", "accent"), ("on_accent", "accent_hover"), ("on_tooltip", "tooltip")]
    assert min(contrast(tokens[ink], tokens[ground]) for ink, ground in pairs) >= 4.5
    edges = [(ink, ground) for ink in ("control", "focus") for ground in ("window", "panel", "field")]
    assert min(contrast(tokens[ink], tokens[ground]) for ink, ground in edges) >= 3


@pytest.mark.parametrize("name", ["print", "print_grey"])
def test_text_on_paper_can_be_read(name: str) -> None:
    tokens = palette.theme(name).tokens
    assert min(contrast(tokens[ink], tokens["plane"]) for ink in ("text", "muted")) >= 4.5


@pytest.mark.parametrize("name", palette.theme_names())
def test_regions_follow_the_formula(name: str) -> None:
    theme = palette.theme(name)
    labels = np.array([[-1, 0, 1], [8, 4, 4], [3, -1, 2]])
    certainty = np.array([[0.9, 0.0, 1.0], [0.5, 0.25, 0.75], [0.1, 0.0, 1.0]])
    picture = palette.region_rgba(theme, labels, certainty)
    plane = palette.rgb(theme.tokens["plane"]).astype(float)
    expected = plane + (theme.tints[labels] - plane) * (0.38 + 0.62 * certainty)[..., None]
    assert picture.shape == (3, 3, 4)
    assert picture.dtype == np.uint8
    assert (picture[..., 3] == 255).all()
    steps = np.abs(theme.tints[labels] - plane) * 0.62 / (2 * 63) + 0.5  # half a level, and rounding to bytes
    assert (np.abs(picture[..., :3] - expected) <= steps + 1e-9).all()
    assert (picture[0, 0, :3] == plane).all()
    assert (picture[0, 2, :3] == palette.rgb(theme.classes[1].tint)).all()


def test_regions_bear_odd_certainties_and_many_clusters() -> None:
    theme = palette.theme("light")
    labels = np.array([[0, 0, 9, 10]], dtype=np.int8)
    picture = palette.region_rgba(theme, labels, np.array([[-0.2, 1.3, 1.0, 1.0]], dtype=np.float32))
    expected = palette.region_rgba(theme, np.array([[0, 0, 0, 1]]), np.array([[0.0, 1.0, 1.0, 1.0]]))
    assert (picture == expected).all()


def test_labels_past_the_last_class_differ_by_shape() -> None:
    theme = palette.theme("dark")
    looks = {(theme.style(label).mark, theme.style(label).shape) for label in range(-1, 81)}
    assert len(looks) == 82
    assert theme.style(3) is theme.classes[3]
    assert theme.style(9).mark == theme.classes[0].mark


def test_roles_name_colours() -> None:
    theme = palette.theme("light")
    assert theme.colour("boundary") == "#0E1116"
    assert theme.colour("class 1") == "#C05800"
    assert theme.colour("tint 1") == "#FED8BA"
    assert theme.colour("class -1") == theme.tokens["unlabelled"]
    assert theme.marks[-1].tolist() == palette.rgb(theme.tokens["unlabelled"]).tolist()
    with pytest.raises(KeyError, match="bounary"):
        theme.colour("bounary")


def test_the_ramp_rises_from_the_plane() -> None:
    for name in palette.theme_names():
        theme = palette.theme(name)
        colours = palette.ramp_rgb(theme, np.linspace(0, 1, 6).reshape(2, 3))
        assert colours.shape == (2, 3, 3)
        assert colours.reshape(-1, 3).tolist() == [palette.rgb(colour).tolist() for colour in theme.ramp]
        assert theme.ramp[0] == theme.tokens["plane"]


def test_nothing_is_as_bold_as_the_boundary() -> None:
    names = ("margin", "probability", "path", "path_ahead", "contour", "ghost", "axis", "grid", "curve")
    for unit in ("px", "pt"):
        boundary = palette.line("boundary", unit)
        assert boundary.casing > boundary.width > max(palette.line(name, unit).width for name in names)
    assert palette.line("margin").dash == (6, 4)


def test_shapes_weigh_alike_and_point_the_right_way() -> None:
    for style in palette.theme("light").classes:
        shape = palette.shape_path(style.shape)
        if shape.is_circle:
            assert style.label == 0
            continue
        x, y = shape.outline(9.5).T
        area = abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2
        assert area == pytest.approx(np.pi * 9.5**2 / 4, rel=0.27), style.shape
        assert abs(x.max() + x.min()) < 1e-9, style.shape
    assert palette.shape_path("triangle").vertices[:, 1].argmin() == 0  # y points down: the tip is at the top
    assert palette.shape_path("triangle_down").vertices[:, 1].argmax() == 0
    dot = palette.shape_path("dot")
    assert dot.is_circle
    assert dot.factor < 0.7


def test_every_icon_named_is_shipped_and_can_be_coloured() -> None:
    for name in palette.icon_files().values():
        assert "currentColor" in resource(f"icons/{name}.svg").read_text(encoding="utf-8"), name


@pytest.mark.parametrize("name", palette.theme_names())
def test_the_shades_of_a_path_are_even_steps_of_lightness(name):
    look = palette.theme(name)
    shades = [lab(linear(look.colour(f"step {number}")))[0] for number in range(palette.STEP_SHADES)]
    assert look.colour("step 0") == look.colour("plane").upper()
    assert look.colour(f"step {palette.STEP_SHADES - 1}") == look.colour("path").upper()
    gaps = np.abs(np.diff(shades))
    assert gaps.min() > 0.9 * gaps.mean() > 6
