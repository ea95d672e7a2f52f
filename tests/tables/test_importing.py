"""From tables to points: what is guessed, what is asked for, and what is said about it."""

import numpy as np
import pytest

from mlexplorer.core.resources import resource
from mlexplorer.core.table import BadTable, Column, Table, finished
from mlexplorer.tables import limits
from mlexplorer.tables.importing import ColumnChoice, brought_in, explained, features, guess, with_projection
from mlexplorer.tables.opening import open_table, paste_table


def table_of(text):
    return finished(paste_table(text))


def iris():
    return finished(open_table(resource("tables/iris.csv")))


@pytest.mark.parametrize(
    ("header", "row", "expected"),
    [
        ("a,b,c", "1.5,2.5,3.5", ("a", "b", None)),
        ("species,a,b", "u,2,3.5", ("a", "b", "species")),
        ("id,a,b,kind", "1,2.5,3.5,u", ("a", "b", "kind")),
        ("y,a,x", "1.5,2.5,3.5", ("x", "y", None)),
        ("name,x1,x2,target", "u,2.5,3.5,0", ("x1", "x2", "target")),
        ("a,b,colour", "1.5,2.5,red", ("a", "b", "colour")),
        ("a,b,c", "1.5,2.5,0", ("a", "b", "c")),
        ("a,b", "1.5,0", ("a", "b", None)),
        ("a,class", "1.5,u", ("a", None, "class")),
        ("x₁,x₂,class,label,held out", "1.5,2.5,u,0,1", ("x₁", "x₂", "class")),
    ],
)
def test_guesses_what_columns_are_for(header, row, expected):
    second = row.replace("u", "v").replace("red", "blue").replace("1,2", "2,2").replace(",0", ",1")
    table = table_of("\n".join([header, row, second, row.replace("1,2", "3,2")]))
    choice = guess(table)
    names = [None if index is None else table.names[index] for index in (choice.x, choice.y, choice.label)]
    assert tuple(names) == expected
    assert (choice.held is not None) == ("held out" in header)


def test_a_column_that_only_counts_is_drawn_if_there_is_no_other():
    assert guess(table_of("1,2.5\n2,3.5\n3,1.5\n")).x == 0
    assert guess(table_of("1,2.5,4\n2,3.5,9\n3,1.5,8\n")).x == 1


def test_iris_becomes_points_with_its_names_and_units():
    imported = brought_in(iris(), guess(iris()))
    assert imported.data.names == ("sepal length (cm)", "sepal width (cm)")
    assert imported.data.class_names[:4] == ("setosa", "versicolor", "virginica", "Class 3")
    assert np.bincount(imported.data.labels).tolist() == [50, 50, 50]
    assert imported.data.points[0].tolist() == [5.1, 3.5]
    assert imported.sentences == ()


@pytest.mark.parametrize("standardise", [False, True])
def test_projects_like_a_reference(standardise):
    from sklearn.decomposition import PCA

    choice = ColumnChoice(label=4, project=(0, 1, 2, 3), standardise=standardise)
    assert with_projection(iris(), guess(iris())).project == choice.project
    imported = brought_in(iris(), choice)
    values = np.stack([column.numbers for column in iris().columns[:4]], axis=1)
    values = (values - values.mean(axis=0)) / (values.std(axis=0) if standardise else 1)
    reference = PCA(2).fit(values)
    expected = reference.transform(values)
    signs = np.sign((imported.data.points * expected).sum(axis=0))
    assert np.allclose(imported.data.points * signs, expected)
    shares = 100 * reference.explained_variance_ratio_
    assert imported.data.names == (f"PC 1 ({shares[0]:.1f} %)", f"PC 2 ({shares[1]:.1f} %)")
    assert f"hold {shares.sum():.1f} % of the variance" in imported.sentences[-1]


def test_principal_directions_point_to_their_largest_part():
    points = np.random.default_rng(0).normal(size=(50, 5)) @ np.diag([1, 5, 2, 3, 0])
    mean, directions, shares = explained(points)
    assert np.allclose(directions @ directions.T, np.eye(5))
    assert (directions[np.arange(5), np.abs(directions).argmax(axis=1)] > 0).all()
    assert shares.sum() == pytest.approx(1)
    assert (np.diff(shares) <= 0).all()
    assert mean == pytest.approx(points.mean(axis=0))
    assert explained(np.ones((3, 2)))[2].tolist() == [0, 0]


def test_rows_with_missing_values_are_left_out_and_counted():
    table = table_of("x,y,class\n1,2,a\n,3,a\n4,NA,b\n5,6,\n7,8,b\n")
    skipped = brought_in(table, guess(table))
    assert skipped.data.points.tolist() == [[1, 2], [5, 6], [7, 8]]
    assert skipped.data.labels.tolist() == [0, -1, 1]
    assert skipped.sentences == (
        "1 row without a class stays unlabelled; the first is line 5.",
        "2 rows with missing values were left out; the first is line 3.",
    )


def test_or_replaced_by_the_mean():
    table = table_of("x,y,class\n1,2,a\n,3,a\n4,NA,b\n")
    filled = brought_in(table, ColumnChoice(0, 1, 2, missing="mean"))
    assert filled.data.points.tolist() == [[1, 2], [2.5, 3], [4, 2.5]]
    assert filled.sentences == ("2 missing values were replaced by the mean of their column.",)
    assert np.isnan(table.columns[0].numbers[1]), "the table itself is never changed"


def test_numeric_targets_are_refused_or_divided_by_quantile():
    rows = "".join(f"{number},{number % 5},{number * number}.5\n" for number in range(1, 31))
    table = table_of("x,y,price\n" + rows)
    with pytest.raises(BadTable, match="The column 'price' has 30 different numbers: divide it into classes"):
        brought_in(table, ColumnChoice(0, 1, 2))
    imported = brought_in(table, ColumnChoice(0, 1, 2, quantiles=3))
    assert np.bincount(imported.data.labels).tolist() == [10, 10, 10]
    assert imported.data.labels[[0, 15, 29]].tolist() == [0, 1, 2]
    assert imported.data.class_names[0].startswith("up to ")
    assert imported.sentences == ("The numbers in 'price' were divided into 3 classes of about equal size.",)
    for wrong in (1, 10):
        with pytest.raises(BadTable, match="2 to 9 classes"):
            brought_in(table, ColumnChoice(0, 1, 2, quantiles=wrong))


def test_a_numeric_target_by_name_is_offered_by_quantile():
    table = table_of("x,y,target\n" + "".join(f"{number},{-number},{number / 7}\n" for number in range(40)))
    assert guess(table).quantiles == 3
    assert brought_in(table, guess(table)).data.classes.tolist() == [0, 1, 2]


def test_equal_targets_are_one_class():
    table = table_of("x,y,z\n1,2,5\n2,3,5\n3,4,5\n")
    assert brought_in(table, ColumnChoice(0, 1, 2, quantiles=4)).data.class_names[0] == "all equal"


def test_a_column_of_fifteen_words_is_guessed_to_be_the_class():
    table = table_of("\n".join(["a,b,city", *(f"{row}.5,{row % 7}.25,city {row % 15}" for row in range(60))]))
    assert guess(table).label == 2
    imported = brought_in(table, guess(table))
    assert len(imported.data.classes) == 9
    assert "has 15 categories: the 8 most frequent are classes" in imported.summary


def test_many_categories_are_grouped_with_a_sentence():
    words = [f"w{number}" for number in range(14)] + ["w5", "w6", "w7", "w8", "w9", "w10", "w11", "w12"]
    table = table_of("x,y,class\n" + "".join(f"{index},0,{word}\n" for index, word in enumerate(words)))
    imported = brought_in(table, guess(table))
    assert imported.data.class_names == ("w5", "w6", "w7", "w8", "w9", "w10", "w11", "w12", "other")
    assert imported.data.labels[[0, 5, 12, 13, 14]].tolist() == [8, 0, 7, 8, 0]
    assert imported.sentences[-1] == (
        "The column 'class' has 14 categories: the 8 most frequent are classes, and the other 6 are one class, 'other'."
    )


@pytest.mark.parametrize(
    ("cells", "names", "labels"),
    [
        (["1", "-1", "1"], ("-1", "1"), [1, 0, 1]),
        (["10", "9", "10"], ("9", "10"), [1, 0, 1]),
        (["b", "a", "b"], ("b", "a"), [0, 1, 0]),
        (["Class 2", "Class 0", "Class 2"], ("Class 0", "Class 2"), [1, 0, 1]),
        (["01", "1", ""], ("01", "1"), [0, 1, -1]),
    ],
)
def test_words_become_classes_in_a_sensible_order(cells, names, labels):
    table = table_of("x,y,class\n" + "".join(f"{index},2,{cell}\n" for index, cell in enumerate(cells)))
    data = brought_in(table, guess(table)).data
    assert data.class_names[: len(names)] == names
    assert data.labels.tolist() == labels


def test_whole_numbers_become_classes_named_after_their_column():
    table = table_of("x,y,grade\n1,2,3\n2,3,1\n3,4,3\n")
    data = brought_in(table, ColumnChoice(0, 1, 2)).data
    assert data.class_names[:2] == ("grade 1", "grade 3")
    assert data.labels.tolist() == [1, 0, 1]


def test_one_column_is_laid_along_the_first_axis():
    table = table_of("age\n1\n2\n4\n")
    imported = brought_in(table, guess(table))
    assert imported.data.points.tolist() == [[1, 0], [2, 0], [4, 0]]
    assert imported.data.names == ("age", "(no second feature)")
    assert imported.sentences[-1] == "There is one column of numbers: 'age' is laid along x₁, and x₂ is 0."


@pytest.mark.parametrize(
    ("text", "choice", "sentence"),
    [
        (
            "a,b\nu,v\nw,x\n",
            ColumnChoice(),
            "There is no column of numbers to draw: every row from line 2 on holds words only.",
        ),
        (
            "a,b\n",
            ColumnChoice(),
            "There is no row of numbers: the table has one line of words and nothing below it.",
        ),
        ("a,b\n1,v\n2,x\n", ColumnChoice(0, 1), "The column 'b' holds no numbers: choose another one."),
        ("a,b\n1,\n2,NA\n", ColumnChoice(0, 1), "The column 'b' holds no numbers: choose another one."),
        ("a,b\n1,\n,2\n", ColumnChoice(0, 1), "Every row from line 2 on has a missing value: no point is left."),
        ("a,b\n1,3\n2,2\n", ColumnChoice(project=(0,)), "A projection needs at least two columns of numbers."),
        ("a,b\n1e200,3\n-1e200,2\n", ColumnChoice(project=(0, 1)), "The numbers are too large to be projected."),
        (
            "a,b\n1e308,3\n1.7e308,2\n,1\n",
            ColumnChoice(0, 1, missing="mean"),
            "Coordinates beyond ±1×10²⁰ are too large to be worked with: "
            "rescale the data, for example by another unit.",
        ),
        (
            "a,b\n1e-160,3\n2e-160,2\n",
            ColumnChoice(0, 1),
            "The points are less than 1×10⁻²⁰ apart, too near to be told apart: "
            "rescale the data, for example by another unit.",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(text, choice, sentence):
    with pytest.raises(BadTable) as raised:
        brought_in(table_of(text), choice)
    assert str(raised.value) == sentence


def test_all_missing_leaves_nothing_to_draw():
    table = table_of("a,b\nNA,NA\nNA,\n")
    assert features(table) == []
    with pytest.raises(BadTable, match="no column of numbers"):
        brought_in(table, guess(table))


@pytest.mark.parametrize(
    ("cells", "held"), [("1,0,1", [1, 0, 1]), ("yes,no,yes", [1, 0, 1]), ("true,false,", [1, 0, 0])]
)
def test_held_out_rows_are_marked(cells, held):
    rows = [f"{index},5,{cell}" for index, cell in enumerate(cells.split(","))]
    table = table_of("x,y,held out\n" + "\n".join(rows))
    assert brought_in(table, guess(table)).data.held_out.tolist() == held


def test_the_limit_on_points_also_holds_here(monkeypatch):
    table = table_of("x,y\n1,2\n2,3\n3,4\n")
    monkeypatch.setattr(limits, "MOST_POINTS", 2)
    with pytest.raises(BadTable, match="more than 2 rows"):
        brought_in(table, guess(table))


def test_tables_keep_their_promise():
    with pytest.raises(BadTable, match="no rows"):
        Table((Column("a", np.empty(0)),))
    with pytest.raises(BadTable, match="different lengths"):
        Table((Column("a", np.zeros(2)), Column("b", np.zeros(3))))
    table = Table((Column("a", np.zeros(2)),))
    assert table.lines.tolist() == [1, 2]
    with pytest.raises(ValueError, match="read-only"):
        table.columns[0].numbers[0] = 1
