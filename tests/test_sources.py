"""Every source keeps every law, and its row says what it makes and what is known of it."""

from dataclasses import dataclass

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.params import specs
from mlexplorer.core.source import interleaved, per_class, stream
from mlexplorer.judging.bayes import bayes_error, quadrature, true_error


@dataclass(frozen=True)
class Row:
    """What a source must do: its points and classes, the parameters that move points in a straight line, its error."""

    points: int
    classes: int
    moves: tuple[str, ...] = ()
    error: float | None = None  # the Bayes error at the defaults, worked out apart or fixed when the law was checked
    wrong: int = 0  # rows that are not drawn from the law
    curve: bool = False  # the points scatter about a known curve, but for the first


PHI3 = 0.0013498980316301  # the tail of a Gaussian beyond three deviations

# The one row a new source adds.
EXPECTED = {
    "anisotropic": Row(240, 3, ("spread", "stretch"), 0.00057),
    "blobs": Row(150, 3, ("spread",), 0.0117),
    "boosting_line": Row(10, 2),
    "bridge": Row(150, 2, ("spread",), 0.00398),
    "cars": Row(50, 1),
    "checkerboard": Row(300, 2, ("noise",), 0.05805),
    "circles": Row(120, 2, ("noise", "ratio"), 0.00305),
    "corners": Row(4, 2),
    "gaussians": Row(150, 2, ("deviation_x0", "mean_y1"), 0.06376),
    "iris": Row(150, 3),
    "landscape_points": Row(25, 2),
    "line_outlier": Row(15, 1, ("noise", "slope", "distance"), curve=True),
    "line_points": Row(11, 2),
    "moons": Row(120, 2, ("noise",), 0.02896),
    "outlier": Row(60, 2, ("spread", "distance", "height"), PHI3, wrong=1),
    "parallel": Row(18, 2),
    "placed": Row(0, 0),
    "random_labels": Row(100, 2, (), 0.5),
    "rings": Row(180, 3, ("noise", "gap"), 0.0002),
    "rugby": Row(10, 2),
    "score_list": Row(20, 2),
    "screening": Row(1000, 2),
    "separable": Row(60, 2, ("margin",), 0.0, wrong=3),
    "seven_points": Row(7, 1),
    "sine": Row(30, 1, ("noise",), curve=True),
    "six_points": Row(6, 2),
    "spirals": Row(200, 2, ("noise",), 0.0002),
    "stopping": Row(62, 1),
    "stripe": Row(200, 2, ("noise",), 0.0),
    "tree_points": Row(10, 2),
    "tumours": Row(569, 2),
    "two_densities": Row(42, 3, ("tight", "loose"), 0.0, wrong=1),
    "unequal": Row(200, 2, ("spread", "small", "distance"), 0.00216),
    "wine": Row(178, 3),
    "xor": Row(120, 2, ("noise",), 0.01237),
}
COUNTED = [name for name, row in EXPECTED.items() if row.error is not None]
DRAWN = [name for name in EXPECTED if "seed" in [spec.name for spec in specs(registry.source(name))]]
MOVES = [(name, parameter) for name, row in EXPECTED.items() for parameter in row.moves]


def source_of(name, **values):
    return registry.source(name)().with_values(values)


def many(name):
    """Return many points of a source at its defaults, without those that are not drawn from its law."""
    data = source_of(name, count=5000).make()
    return data.points[EXPECTED[name].wrong * 2 :], data.labels[EXPECTED[name].wrong * 2 :]


def test_every_source_has_a_row():
    assert set(EXPECTED) == set(registry.sources())


@pytest.mark.parametrize("name", EXPECTED)
def test_is_described(name):
    kind = registry.source(name)
    assert kind.title
    assert kind.family
    assert kind.summary().endswith(".")
    for spec in specs(kind):
        assert spec.label[0].isupper()
        assert len(spec.help) > 10


def test_titles_differ():
    titles = [kind.title for kind in registry.sources().values()]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("name", EXPECTED)
def test_makes_what_it_says_and_always_the_same(name):
    row, source = EXPECTED[name], source_of(name)
    data = source.make()
    assert (len(data), len(data.classes)) == (row.points, row.classes)
    assert np.array_equal(data.classes, np.arange(row.classes))
    assert source.make() == data
    assert not data.held_out.any()


@pytest.mark.parametrize("name", DRAWN)
def test_another_seed_makes_other_points(name):
    points = source_of(name).make().points
    assert not np.allclose(points[5:], source_of(name, seed=1).make().points[5:])


@pytest.mark.parametrize("name", DRAWN)
def test_more_points_keep_the_first(name):
    large = source_of(name, count=701).make()
    for count in (9, 10, 57, 700):
        small = source_of(name, count=count).make()
        assert len(small) == count
        assert np.array_equal(small.points, large.points[:count])
        assert np.array_equal(small.labels, large.labels[:count])
        assert len(small.classes) == len(large.classes)


@pytest.mark.parametrize(("name", "parameter"), MOVES)
def test_points_move_in_proportion_along_fixed_directions(name, parameter):
    spec = next(item for item in specs(registry.source(name)) if item.name == parameter)
    low, high = spec.low, spec.high
    ends = [source_of(name, **{parameter: value}).make() for value in (low, high)]
    for part in (0.001, 0.3, 0.75):
        between = source_of(name, **{parameter: low + part * (high - low)}).make()
        assert np.array_equal(between.labels, ends[0].labels)
        expected = (1 - part) * ends[0].points + part * ends[1].points
        assert np.allclose(between.points, expected, atol=1e-9)
    assert not np.allclose(ends[0].points, ends[1].points)


@pytest.mark.parametrize("name", EXPECTED)
def test_every_limit_works(name):
    kind = registry.source(name)
    for values in _limits(specs(kind)):
        source = source_of(name, **values)
        data = source.make()
        assert np.isfinite(data.points).all(), values
        assert len(data) == values.get("count", len(data))
        chances = source.chances(np.array([[0.0, 0.0], [-30.0, 40.0], [0.3, -0.2]]))
        if chances is not None:
            assert np.isfinite(chances).all(), values
            assert np.allclose(chances.sum(axis=1), 1), values


def _limits(known):
    yield {}
    for spec in known:
        ends = spec.choices or ((False, True) if isinstance(spec.default, bool) else (spec.low, spec.high))
        yield from ({spec.name: type(spec.default)(end)} for end in ends)
    numbers = [spec for spec in known if spec.low is not None]
    for end in ("low", "high"):
        yield {spec.name: type(spec.default)(getattr(spec, end)) for spec in numbers}


@pytest.mark.parametrize("name", EXPECTED)
def test_bad_values_are_refused_by_name(name):
    for spec in specs(registry.source(name)):
        wrong = ["nonsense", None] if spec.choices else [np.nan, np.inf, "3", None, True, spec.low - 1, spec.high + 1]
        for value in wrong:
            with pytest.raises(ValueError, match=f"^{spec.name} (must|cannot)"):
                source_of(name, **{spec.name: value})
    with pytest.raises(ValueError, match="has no parameter 'nosie'"):
        source_of(name, nosie=0.1)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_law_is_known_exactly_where_the_row_says(name):
    source = source_of(name)
    known = EXPECTED[name].error is not None
    for answer in (source.law(), source.densities(np.zeros((1, 2))), bayes_error(source), quadrature(source)):
        assert (answer is not None) == known


@pytest.mark.parametrize("name", EXPECTED)
def test_a_curve_is_known_where_the_row_says(name):
    known = EXPECTED[name].curve
    source = source_of(name, **({"noise": 0.0} if known else {}))
    places, heights = source.make().points[1:].T
    curve = source.curve(places)
    assert (curve is not None) == known
    assert not known or np.allclose(heights, curve, atol=1e-12)


@pytest.mark.parametrize("name", COUNTED)
def test_densities_integrate_to_the_shares(name):
    source = source_of(name)
    places, cell = _fine_grid(source)
    mass = source.densities(places).sum(axis=0) * cell
    _, labels = many(name)
    assert mass.sum() == pytest.approx(1, abs=0.01)
    assert mass == pytest.approx(np.bincount(labels) / len(labels), abs=0.02)


@pytest.mark.parametrize("name", COUNTED)
def test_points_fall_as_the_densities_say(name):
    source, (points, labels) = source_of(name), many(name)
    places, cell = _fine_grid(source)
    low, high = places.min(axis=0), places.max(axis=0)
    edges = [np.linspace(low[axis], high[axis], 8) for axis in (0, 1)]
    densities = source.densities(places) * cell
    for label in range(densities.shape[1]):
        mass = np.histogram2d(*places.T, bins=edges, weights=densities[:, label])[0]
        found = np.histogram2d(*points[labels == label].T, bins=edges)[0] / len(points)
        assert np.abs(found - mass).max() < 5 * np.sqrt(mass.max() / len(points)) + 0.005


@pytest.mark.parametrize("name", COUNTED)
def test_chances_agree_with_how_often_each_class_occurs(name):
    source, (points, labels) = source_of(name), many(name)
    chances = source.chances(points)
    for label in range(chances.shape[1]):
        bins = np.minimum((chances[:, label] * 5).astype(int), 4)
        for part in np.unique(bins):
            rows = bins == part
            expected = chances[rows, label].mean()
            allowed = 5 * np.sqrt(max(expected * (1 - expected), 1e-4) / rows.sum()) + 0.002
            assert np.mean(labels[rows] == label) == pytest.approx(expected, abs=allowed)


@pytest.mark.parametrize("name", COUNTED)
def test_bayes_error_is_known_and_agrees_with_chance(name):
    source, (points, _) = source_of(name), many(name)
    error = bayes_error(source)
    assert error == pytest.approx(EXPECTED[name].error, abs=2e-4)
    losses = 1 - source.chances(points).max(axis=1)
    assert losses.mean() == pytest.approx(error, abs=5 * losses.std() / np.sqrt(len(points)) + 2e-4)


@pytest.mark.parametrize("name", COUNTED)
def test_chances_are_defined_and_certain_far_away(name):
    source = source_of(name)
    far = np.array([[1e3, 0.0], [-1e3, 1.0], [12.0, -1e3], [50.0, 50.0]])
    chances = source.chances(far)
    assert np.isfinite(chances).all()
    assert np.allclose(chances.sum(axis=1), 1)


def _fine_grid(source, steps=300):
    """Return places over all that matters of a law, and the area each stands for."""
    rule = quadrature(source)
    used = rule.points[rule.weights > 1e-9 / len(rule.weights)]
    low, high = used.min(axis=0) - 0.05, used.max(axis=0) + 0.05
    sides = (high - low) / steps
    axes = [low[axis] + sides[axis] * (np.arange(steps) + 0.5) for axis in (0, 1)]
    return np.stack(np.meshgrid(*axes), axis=-1).reshape(-1, 2), float(sides.prod())


@pytest.mark.parametrize(("deviation", "gap"), [(1.0, 2.0), (0.5, 3.0), (2.0, 1.0)])
def test_error_of_two_equal_gaussians_is_exact(deviation, gap):
    from scipy.special import ndtr

    middles = {"mean_x0": -gap / 2, "mean_y0": 0.0, "mean_x1": gap / 2, "mean_y1": 0.0, "correlation0": 0.0}
    spreads = dict.fromkeys(("deviation_x0", "deviation_y0", "deviation_x1", "deviation_y1"), deviation)
    source = source_of("gaussians", **middles, **spreads, correlation1=0.0)
    assert bayes_error(source) == pytest.approx(ndtr(-gap / 2 / deviation), abs=2e-4)
    line = true_error(source, lambda points: (points[:, 0] > 0).astype(int))
    assert line == pytest.approx(ndtr(-gap / 2 / deviation), abs=2e-3)


def test_wrong_labels_are_the_error_nobody_can_avoid():
    source = source_of("stripe", flips=0.1)
    assert bayes_error(source) == pytest.approx(0.1, abs=1e-3)
    made, clean = source.make(), source_of("stripe").make()
    assert np.array_equal(made.points, clean.points)
    assert 0.05 < np.mean(made.labels != clean.labels) < 0.2


def test_noise_joins_the_squares_of_a_board_by_a_known_error():
    from scipy.special import ndtr

    # Seen along one side, a board of two squares gets the wrong half with the mean tail of a uniform place in it.
    noise, places = 0.2, (np.arange(20000) + 0.5) / 20000
    beyond = np.mean(ndtr(-places / noise))
    error = bayes_error(source_of("checkerboard", cells=2, noise=noise))
    assert error == pytest.approx(2 * beyond * (1 - beyond), abs=1e-3)


def test_true_error_of_simple_rules():
    source = source_of("moons")
    best = true_error(source, lambda points: source.chances(points).argmax(axis=1))
    assert best == pytest.approx(bayes_error(source), abs=1e-12)
    assert true_error(source, lambda points: np.zeros(len(points), int)) == pytest.approx(0.5)
    assert true_error(source, lambda points: np.full(len(points), -2)) == pytest.approx(1.0)
    assert true_error(source_of("rugby"), lambda points: np.zeros(len(points), int)) is None


def test_interleaved_shares_and_streams():
    labels = interleaved(100, [3, 1])
    assert np.array_equal(labels[:8], [0, 1, 0, 0, 0, 1, 0, 0])
    assert np.bincount(labels).tolist() == [75, 25]
    assert np.array_equal(interleaved(37, [3, 1]), labels[:37])
    assert len({stream(5, *purpose).random() for purpose in [(), (0,), (0, 0), (1, 0), (0, 1)]}) == 5
    assert per_class(labels, lambda label, number: np.full((number, 2), label))[:3, 0].tolist() == [0, 1, 0]


def test_rugby_has_the_means_and_deviations_of_the_course():
    points = source_of("rugby").make().points
    assert points.mean(axis=0) == pytest.approx([71.64, 160.99])
    assert points.std(axis=0) == pytest.approx([21.058499, 12.916071])


def test_stopping_has_the_parabola_of_the_course():
    points = source_of("stopping").make().points
    assert np.polyfit(*points.T, 2)[::-1] == pytest.approx([1.580363, 0.416068, 0.065556], abs=1e-5)


def test_the_valleys_are_equal_and_the_runs_alternate():
    data = source_of("landscape_points").make()
    errors = [np.sum((data.points[:, 0] > t) != data.labels) for t in (0.2, 0.5, 0.8, -2.0)]
    assert errors == [2, 3, 2, 12]
    line = source_of("line_points").make()
    assert np.flatnonzero(np.diff(line.labels)).tolist() == [1, 4, 8]


def test_gates_are_their_truth_tables():
    for gate, function in {"and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor}.items():
        data = source_of("corners", gate=gate).make()
        assert np.array_equal(function(*data.points.T.astype(bool)), data.labels)
        opposite = {"and": "nand", "or": "nor"}.get(gate)
        if opposite:
            assert np.array_equal(source_of("corners", gate=opposite).make().labels, 1 - data.labels)


@pytest.mark.parametrize(("margin", "count", "angle"), [(0.3, 60, 30.0), (0.05, 4, -71.0), (1.5, 500, 0.0)])
def test_separable_has_exactly_its_margin(margin, count, angle):
    from sklearn.svm import SVC

    data = source_of("separable", margin=margin, count=count, angle=angle).make()
    machine = SVC(kernel="linear", C=1e8, tol=1e-9).fit(data.points, data.labels)
    assert 1 / np.linalg.norm(machine.coef_) == pytest.approx(margin, rel=1e-4)
