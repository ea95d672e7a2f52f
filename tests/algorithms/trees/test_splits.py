"""Impurities, gains of given groups, ties and thresholds."""

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

from mlexplorer.algorithms.trees.splits import (
    ClassWeights,
    Sorted,
    as_good,
    gain,
    gain_ratio,
    impurity,
    majority,
    midpoint,
    remainder,
    side_costs,
)
from mlexplorer.algorithms.trees.thresholds import Staircase

TENNIS = [
    line.split()
    for line in (
        "Sunny Hot High Weak No",
        "Sunny Hot High Strong No",
        "Overcast Hot High Weak Yes",
        "Rain Mild High Weak Yes",
        "Rain Cool Normal Weak Yes",
        "Rain Cool Normal Strong No",
        "Overcast Cool Normal Strong Yes",
        "Sunny Mild High Weak No",
        "Sunny Cool Normal Weak Yes",
        "Rain Mild Normal Weak Yes",
        "Sunny Mild Normal Strong Yes",
        "Overcast Mild High Strong Yes",
        "Overcast Hot Normal Weak Yes",
        "Rain Mild High Strong No",
    )
]
SHOES = [tuple(row) for row in ("TFTF", "FTFF", "TFTT", "TFTT", "FTFF", "TTTT", "FFFF", "TTTT", "FTTT", "TFFF")]
ANIMALS = ["10100"] * 8 + ["01100"] * 2 + ["00001"] + ["01011"] * 4
PAIRS = ((1, 1, 1), (1, 0, 0), (1, 1, 1), (1, 0, 1), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 1))
TEN = np.array([(9, 2), (1, 4), (4, 6), (4, 1), (1, 2), (1, 8), (6, 4), (7, 9), (9, 8), (9, 6)], float)
TEN_LABELS = np.repeat([0, 1], 5)


def table(rows, column):
    """The class counts of each value of a column; the class is the last one."""
    values, classes = sorted({row[column] for row in rows}), sorted({row[-1] for row in rows})
    return [[sum(row[column] == value and row[-1] == kind for row in rows) for kind in classes] for value in values]


def stairs(points, labels, criterion):
    classes = ClassWeights.of(np.asarray(labels), np.unique(labels))
    return Staircase(Sorted.of(np.asarray(points, float)), classes, criterion)


def on_a_line(values):
    return np.c_[np.asarray(values, float), np.zeros(len(values))]


@pytest.mark.parametrize(
    ("counts", "bits"),
    [((1, 1), 1), ((6, 4), 0.970951), ((1, 5), 0.650022), ((2, 4), 0.918296), ((9, 5), 0.940286), ((0, 6), 0)],
)
def test_comp61011_g11_cz4041_d4_entropy(counts, bits):
    assert impurity(counts, "entropy") == pytest.approx(bits, abs=5e-7)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_cz4041_a7_entropy_extremes(count):
    assert impurity(np.ones(count), "entropy") == pytest.approx(np.log2(count))
    assert impurity(np.eye(count)[0], "entropy") == 0


@pytest.mark.parametrize(
    ("share", "nats"), [(0.5, 0.6931), (0.25, 0.5623), (0.1, 0.3251), (0.01, 0.0560), (0.4, 0.6730)]
)
def test_styles_g13_entropy_in_nats(share, nats):
    assert impurity([share, 1 - share], "entropy") * np.log(2) == pytest.approx(nats, abs=5e-5)


def test_comp61011_g11_pairs_of_ds5():
    first, second = table(PAIRS, 0), table(PAIRS, 1)
    assert remainder(first, "error") == remainder(second, "error") == 0.25
    assert gain(first, "entropy") == pytest.approx(0.188722, abs=5e-7)
    assert gain(second, "entropy") == pytest.approx(0.311278, abs=5e-7)


@pytest.mark.parametrize(
    ("column", "left", "gained"),
    [(0, 0.693536, 0.246750), (1, 0.911063, 0.029223), (2, 0.788450, 0.151836), (3, 0.892159, 0.048127)],
)
def test_comp61011_g11_tennis(column, left, gained):
    groups = table(TENNIS, column)
    assert remainder(groups, "entropy") == pytest.approx(left, abs=5e-7)
    assert gain(groups, "entropy") == pytest.approx(gained, abs=5e-7)


@pytest.mark.parametrize(
    ("outlook", "gains"), [("Sunny", (0.571, 0.971, 0.020)), ("Rain", (0.020, 0.020, 0.971)), ("Overcast", (0, 0, 0))]
)
def test_comp61011_g11_tennis_branches(outlook, gains):
    branch = [row for row in TENNIS if row[0] == outlook]
    assert [gain(table(branch, k), "entropy") for k in (1, 2, 3)] == pytest.approx(list(gains), abs=5e-4)


@pytest.mark.parametrize(
    ("column", "nats", "ratio"), [(0, 0.086305, 0.128), (1, 0.020136, 0.029), (2, 0.422810, 0.628)]
)
def test_styles_g14_shoes(column, nats, ratio):
    groups = table(SHOES, column)
    assert gain(groups, "entropy") * np.log(2) == pytest.approx(nats, abs=5e-7)
    assert gain_ratio(groups) == pytest.approx(ratio, abs=5e-4)


def test_styles_g14_shoes_with_the_other_ninth_row_tie():
    rows = [*SHOES[:8], (*SHOES[8][:3], "F"), SHOES[9]]
    like, afford, size = (gain(table(rows, k), "entropy") * np.log(2) for k in range(3))
    assert (like, size) == pytest.approx((0.291103, 0.291103), abs=5e-7)
    assert afford == pytest.approx(0, abs=1e-12)
    assert as_good(np.array(like), size, 1.0)


def test_styles_g14_shoes_second_split():
    rows = [row for row in SHOES if row[2] == "T"]
    gains = [gain(table(rows, k), "entropy") * np.log(2) for k in (0, 1)]
    assert gains == pytest.approx([0.033559, 0.132304], abs=5e-7)


@pytest.mark.parametrize(
    ("column", "gains"),
    [
        (0, (0.5155, 0.2540, 0.2000)),
        (1, (0.2490, 0.1481, 0.1333)),
        (2, (0.9183, 0.4444, 0.3333)),
        (3, (0.5960, 0.3232, 4 / 15)),
    ],
)
def test_dtu_g24_animals(column, gains):
    found = [gain(table(ANIMALS, column), criterion) for criterion in ("entropy", "gini", "error")]
    assert found == pytest.approx(list(gains), abs=5e-5)


def test_dtu_erratum_1_animals_with_legs_for_all():
    rows = [*ANIMALS[:6], "11100", "11100", *ANIMALS[8:]]
    found = [gain(table(rows, 1), criterion) for criterion in ("entropy", "gini", "error")]
    assert found == pytest.approx([0.1088, 0.0635, 0], abs=5e-5)


def test_dtu_g25_haberman():
    assert gain([(62, 108), (19, 117)], "gini") == pytest.approx(0.0250, abs=5e-5)


@pytest.mark.parametrize(
    ("threshold", "gains"),
    [(2.5, (1 / 7, 0.1265, 0.4696)), (1.5, (1 / 7, 0.0646, 0.1981)), (3.5, (1 / 7, 0.1837, 0.5917))],
)
def test_dtu_g26_three_thresholds(threshold, gains):
    values, labels = np.array([1, 3, 1, 2, 1, 4, 2.0]), np.array([2, 2, 2, 0, 0, 1, 0])
    found = [
        impurity(np.bincount(labels), criterion)
        - stairs(on_a_line(values), labels, criterion).costs(0, [threshold])[0] / 7
        for criterion in ("error", "gini", "entropy")
    ]
    assert found == pytest.approx(list(gains), abs=5e-5)


@pytest.mark.parametrize(
    ("groups", "gained", "ratio"),
    [
        (((6, 4), (4, 6)), 0.029049, 0.029049),
        (((1, 3), (8, 0), (1, 7)), 0.620319, 0.407587),
        (((1, 0), (0, 1)) * 10, 1, 0.231378),
    ],
)
def test_cz4041_d5_gain_and_gain_ratio(groups, gained, ratio):
    assert gain(groups, "entropy") == pytest.approx(gained, abs=5e-7)
    assert gain_ratio(groups) == pytest.approx(ratio, abs=5e-7)


def test_cz4041_d5b_threshold_scan():
    labels = [0, 0, 0, 1, 1, 1, 0, 0, 0, 0]
    staircase = stairs(on_a_line([60, 70, 75, 85, 90, 95, 100, 120, 125, 220]), labels, "entropy")
    places = staircase.midpoints(0)
    gains = impurity((7, 3), "entropy") - staircase.costs(0, places) / 10
    assert impurity((7, 3), "entropy") == pytest.approx(0.881291, abs=5e-7)
    np.testing.assert_array_equal(places, [65, 72.5, 80, 87.5, 92.5, 97.5, 110, 122.5, 172.5])
    wanted = [0.054825, 0.117744, 0.191631, 0.005802, 0.034852, 0.281291, 0.191631, 0.117744, 0.054825]
    np.testing.assert_allclose(gains, wanted, atol=5e-7)
    assert staircase.best(0)[0] == 97.5
    assert gain_ratio([(3, 3), (4, 0)]) == pytest.approx(0.289707, abs=5e-7)


def test_cz4041_d21_entropy_of_clusters():
    groups = [(40, 5, 5), (2, 30, 8), (3, 5, 2)]
    assert impurity(groups, "entropy") == pytest.approx([0.921928, 0.991760, 1.485475], abs=5e-7)
    assert remainder(groups, "entropy") == pytest.approx(1.006216, abs=5e-7)
    assert 1 - impurity(groups, "error") == pytest.approx([0.8, 0.75, 0.5])
    assert 1 - remainder(groups, "error") == pytest.approx(0.75)


def test_comp61011_g13_gains_of_ds4():
    values = [6, 12, 18, 20.5, 23.2, 27.1, 33, 40, 46, 54, 60]
    labels = [1, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0]
    staircase = stairs(on_a_line(values), labels, "entropy")
    whole = impurity((5, 6), "entropy")
    assert whole == pytest.approx(0.994030, abs=5e-7)
    gains = whole - staircase.costs(0, np.array([50, 25.15, 15])) / 11
    assert gains == pytest.approx([0.242697, 0.051800, 0.183150], abs=5e-7)


def test_uppsala_ex_4_3_first_split():
    staircase = stairs(TEN, TEN_LABELS, "entropy")
    first = staircase.costs(0, np.array([2.5, 5.0, 6.5, 8.0])) * np.log(2)
    second = staircase.costs(1, np.array([1.5, 3.0, 5.0, 7.0, 8.5])) * np.log(2)
    np.testing.assert_allclose(first, [6.6899, 5.0040, 6.0684, 6.6899], atol=5e-5)
    np.testing.assert_allclose(second, [6.1827, 4.1879, 5.0040, 4.1879, 6.1827], atol=5e-5)  # 5.0040, not 2.8 (E5)
    assert staircase.best(1)[0] == 3.0


def test_uppsala_ex_4_3_second_split():
    upper = TEN[:, 1] > 3
    staircase = stairs(TEN[upper], TEN_LABELS[upper], "entropy")
    first = staircase.costs(0, np.array([2.5, 5.0, 6.5, 8.0])) * np.log(2)
    second = staircase.costs(1, np.array([5.0, 7.0, 8.5])) * np.log(2)
    np.testing.assert_allclose(first, [3.8883, 1.9095, 2.7726, 3.3651], atol=5e-5)
    np.testing.assert_allclose(second, [3.8883, 2.7726, 3.8191], atol=5e-5)


def test_uppsala_4_2_3_other_impurities():
    gini, error = stairs(TEN, TEN_LABELS, "gini"), stairs(TEN, TEN_LABELS, "error")
    costs = np.concatenate([gini.costs(k, gini.midpoints(k)) for k in (0, 1)])
    wanted = [4.7619, 3.2, 4.1667, 4.7619, 4.4444, 2.8571, 3.2, 2.8571, 4.4444]
    np.testing.assert_allclose(costs, wanted, atol=5e-5)
    assert error.costs(1, np.array([3.0, 5.0, 7.0])).tolist() == [2, 2, 2]
    assert error.costs(0, np.array([5.0])).tolist() == [2]


def test_an_empty_group_is_pure():
    assert impurity([[0, 0], [3, 1]], "gini").tolist() == [0, 0.375]
    assert gain([[0, 0], [3, 1]], "entropy") == 0


@pytest.mark.parametrize(("counts", "column"), [((2, 2), 0), ((1, 3, 3), 1), ((0, 0), 0), ((0.1 + 0.2, 0.3), 0)])
def test_equal_counts_go_to_the_lower_class(counts, column):
    assert majority(counts) == column
    assert majority([counts, counts]).tolist() == [column, column]


def test_a_midpoint_never_reaches_the_higher_value():
    low = np.array([1.0, 1e308, 5e-324, -1e308])
    high = np.nextafter(low, np.inf)
    assert (midpoint(low, high) == low).all()
    assert midpoint(np.array(-1.7e308), np.array(1.7e308)) == 0


@hypothesis.given(st.lists(st.tuples(*[st.integers(0, 9)] * 3), min_size=1, max_size=5))
def test_no_split_raises_the_mean_impurity(groups):
    hypothesis.assume(np.sum(groups) > 0)
    for criterion in ("gini", "entropy", "error"):
        assert gain(groups, criterion) >= -1e-12
        assert 0 <= remainder(groups, criterion) <= np.log2(3) + 1e-12


@hypothesis.given(st.integers(0, 10**6), st.sampled_from(["gini", "entropy", "error"]))
def test_the_staircase_costs_what_the_groups_cost(seed, criterion):
    random = np.random.default_rng(seed)
    points, labels = random.integers(0, 5, (25, 2)), random.integers(0, 3, 25)
    weights = random.random(25)
    staircase = Staircase(Sorted.of(points.astype(float)), ClassWeights(labels, 3, weights), criterion)
    for feature in (0, 1):
        places = np.array([-1.0, 0.0, 1.5, 2.0, 3.9, 4.0, 9.0])
        for place, cost in zip(places, staircase.costs(feature, places), strict=True):
            low = points[:, feature] <= place
            groups = [np.bincount(labels[side], weights[side], 3) for side in (low, ~low)]
            wanted = sum(np.sum(group) * impurity(group, criterion) for group in groups)
            assert cost == pytest.approx(wanted, abs=1e-12)


def test_side_costs_are_sizes_times_impurities():
    left, right = np.array([[3.0, 1.0], [0.0, 2.0]]), np.array([[1.0, 1.0], [4.0, 4.0]])
    for criterion in ("gini", "entropy", "error"):
        wanted = sum(side.sum(axis=1) * impurity(side, criterion) for side in (left, right))
        found = side_costs(list(left.T), list(right.T), (left.sum(axis=1), right.sum(axis=1)), criterion)
        np.testing.assert_allclose(found, wanted)
