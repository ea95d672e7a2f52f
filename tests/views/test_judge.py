"""Judge: goldens through the view, cells and their points, the rule by hand, and what is hard to judge."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn import metrics

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.decision import PLAIN, Rule, decide
from mlexplorer.core.holdout import Holdout
from mlexplorer.marks.marks import Fill, Line, Points, Text
from mlexplorer.marks.plot import Paragraph, Touched
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.judged import ONE, PART, TRAINING, picked_rows
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.answers import challenged
from mlexplorer.session.session import Document, Run, Session, View
from mlexplorer.views import confusion_plot, judge, judged_classes, judged_groups
from mlexplorer.views.confusion_plot import CountTable, cell_at, part_at, percent, square_plot

TABLE, SCORES, ROC = 0, 1, 2


def snapshot_of(model="logistic", source="gaussians", share=0.5, rule=PLAIN, points=None, **more):
    values, source_values, view = more.pop("values", {}), more.pop("source_values", {}), View(**more)
    run = Run(registry.model(model)().with_values(values))
    made = registry.source(source)().with_values(source_values)
    session = Session(Document(made, (run,), points, holdout=Holdout(share=share), rule=rule), view)
    return Pipeline().last(session, framed(prepare(session.document).data, view, 240, 240))


def test_the_numbers_are_those_of_scikit_learn_on_the_test_points():
    snapshot = snapshot_of("qda", "iris", 0.4, Rule())
    part, found = snapshot.data.testing, judge.numbers(snapshot)
    said = decide(snapshot.step, part.points)
    assert found["part"] == "test"
    np.testing.assert_array_equal(found["confusion"], metrics.confusion_matrix(part.labels, said))
    np.testing.assert_allclose(found["recall"], metrics.recall_score(part.labels, said, average=None))
    np.testing.assert_allclose(found["precision"], metrics.precision_score(part.labels, said, average=None))
    np.testing.assert_allclose(found["f1"], metrics.f1_score(part.labels, said, average=None))
    np.testing.assert_allclose(found["balanced"], metrics.balanced_accuracy_score(part.labels, said))
    chances = snapshot.step.probabilities(part.points)
    np.testing.assert_allclose(found["log_loss"], metrics.log_loss(part.labels, chances))


def test_training_points_are_judged_if_they_are_wanted_or_the_only_ones():
    wanted = snapshot_of(options=((PART, TRAINING),))
    assert judge.numbers(wanted)["points"] == len(wanted.data.training)
    alone = snapshot_of(share=0.0)
    assert judge.numbers(alone)["part"] == TRAINING
    assert "held out" in judge.draw(alone).words
    assert [option.name for option in judge.draw(alone).options] == [judged_classes.SHOWN]


def test_errors_stand_beside_guessing_and_the_best_there_is():
    snapshot = snapshot_of("lda", "gaussians")
    rows = judge.numbers(snapshot)["errors"]
    assert list(rows) == ["Training", "Test", "Always Class 0", "Best possible"]
    wrong, count = snapshot.errors(snapshot.data.testing)
    assert rows["Test"]["share"] == wrong / count
    assert rows["Test"]["low"] < rows["Test"]["share"] < rows["Test"]["high"]
    assert rows["Always Class 0"]["share"] == pytest.approx(0.5, abs=0.1)
    edited = replace(snapshot.session.document, points=snapshot.data)
    moved = replace(snapshot, session=replace(snapshot.session, document=edited))
    assert "Best possible" not in judge.numbers(moved)["errors"]  # nobody knows the law of edited points


def test_areas_are_proportional_to_counts():
    table = CountTable(np.array([[36, 9], [1, 16]]), (0, 1), (0, 1), ("A", "B"), ("A", "B"))
    plot = confusion_plot.table_plot(table, False, None, "", "")
    fills = [mark for mark in plot.layers[0].marks if isinstance(mark, Fill)]
    sides = [np.ptp(fill.polygons[0][:, 0]) for fill in fills]
    np.testing.assert_allclose(np.square(sides) / sides[0] ** 2, [1, 1 / 4, 1 / 36, 4 / 9])


def test_a_place_in_the_table_is_its_cell_and_outside_is_none():
    table = CountTable(np.ones((2, 3), int), (0, 4), (0, 4, -1), ("A", "B"), ("A", "B", "in doubt"))
    middles = (table.edges[:-1] + table.edges[1:]) / 2
    found = [cell_at(table, float(x), y) for y in (-0.5, -1.5) for x in middles]
    assert found == [(0, 0), (0, 4), (0, -1), (4, 0), (4, 4), (4, -1)]
    assert [cell_at(table, *place) for place in ((-0.5, -0.5), (1.0, 0.2), (1.0, -2.5), (99.0, -0.5))] == [None] * 4


def test_base_rates_are_areas_and_precision_is_the_posterior():
    snapshot = snapshot_of(
        "stump", "screening", 0.0, source_values={"boxes": "two"}, options=((judged_classes.SHOWN, "square"),)
    )
    found = judge.numbers(snapshot)
    np.testing.assert_array_equal(found["confusion"], [[855, 45], [10, 90]])
    assert found["precision"][1] == pytest.approx(0.666667, abs=1e-6)
    assert found["precision"][1] == pytest.approx(snapshot.session.document.source.posterior)
    drawn = judge.draw(snapshot)
    assert "Of 135 taken for Ill, 90 are: 66.7 %." in drawn.words
    fills = [mark.polygons[0] for mark in drawn.panels[TABLE].layers[0].marks if isinstance(mark, Fill)]
    areas = [np.ptp(box[:, 0]) * np.ptp(box[:, 1]) for box in fills]
    np.testing.assert_allclose(areas, [0.855, 0.045, 0.01, 0.09])
    assert judge.touch(snapshot, Touched(TABLE, 0.95, 0.05, "press")).view.cell == (1, 0)
    assert judge.touch(snapshot, Touched(TABLE, 0.5, 0.5, "press")).view.cell == (0, 0)


def test_the_square_of_one_class_is_whole():
    table = CountTable(np.array([[0, 0], [0, 7]]), (0, 1), (0, 1), ("A", "B"), ("A", "B"))
    assert part_at(table, 0.3, 0.9) == (1, 1)
    assert part_at(table, 1.2, 0.5) is None
    assert len([mark for mark in square_plot(table, None, "", "").layers[0].marks if isinstance(mark, Fill)]) == 1


@pytest.mark.parametrize(("counts", "flat"), [([[95, 5], [5, 5]], 1.0), ([[4, 96], [5, 5]], 0.0)])
def test_the_number_of_a_flat_part_stands_outside_the_square_and_not_on_a_name(counts, flat):
    table = CountTable(np.array(counts), (0, 1), (0, 1), ("Healthy", "Ill"), ("A", "B"))
    words = [mark for mark in square_plot(table, None, "", "").layers[0].marks if isinstance(mark, Text)]
    above = {mark.words: mark.offset[1] for mark in words if mark.place[1] == flat and mark.place[0] < 0.9}
    (number,) = [offset for word, offset in above.items() if word != "Healthy"]
    assert np.sign(number) == (1 if flat else -1)
    assert above.get("Healthy", 99) > number + 12


def test_the_name_of_few_positives_stands_above_the_line_of_nothing():
    snapshot = snapshot_of("stump", "screening", 0.0, source_values={"people": 1000, "prior": 0.02})
    plot = judge.draw(snapshot).panels[SCORES]
    _, _, bottom, top = plot.bounds
    assert top > 0.14 * (top - bottom)


@pytest.mark.parametrize("rule", [PLAIN, Rule(threshold=0.2), Rule(reject=0.9)])
def test_the_rows_of_a_cell_are_as_many_as_it_counts(rule):
    snapshot = snapshot_of("logistic", "gaussians", rule=rule)
    table = judged_classes.count_table(judged_classes.verdict(snapshot))
    for row, truth in enumerate(table.rows):
        for column, said in enumerate(table.columns):
            view = replace(snapshot.session.view, cell=(truth, said))
            rows = picked_rows(replace(snapshot, session=replace(snapshot.session, view=view)))
            assert len(rows) == table.counts[row, column]
            assert (snapshot.data.labels[rows] == truth).all()
            assert (snapshot.predicted[rows] == said).all()
            assert snapshot.data.held_out[rows].all()


def test_pointing_shows_a_cell_and_a_press_keeps_it_until_the_next():
    snapshot = snapshot_of(cell=(1, 1))
    assert judge.touch(snapshot, Touched(TABLE, 0.5, -0.5, "hover")).view.pointed == (0, 0)
    assert judge.touch(snapshot, Touched(SCORES, 0.5, 0.5, "hover")).view.pointed is None
    assert judge.touch(snapshot, Touched(TABLE, 0.5, -0.5, "press")).view.cell == (0, 0)
    again = judge.touch(snapshot, Touched(TABLE, 3.0, -1.5, "press"))
    assert again.view.cell is None
    assert again.document == snapshot.session.document


def test_a_threshold_is_dragged_on_the_scores_and_on_the_curve():
    snapshot = snapshot_of(rule=Rule(reject=0.6))
    dragged = judge.touch(snapshot, Touched(SCORES, 0.2, 1.0, "drag", begun=(0.5, 1.0)))
    assert dragged.document.rule == Rule(0.2, reject=0.6)
    beyond = judge.touch(snapshot, Touched(SCORES, 1.7, 1.0, "drag", begun=(0.5, 1.0)))
    assert beyond.document.rule.threshold == 1.0
    corner = judge.touch(snapshot, Touched(ROC, 0.0, 1.0, "press", begun=(0.0, 1.0)))
    scores = judged_classes.verdict(snapshot).ranking
    fpr, tpr, _ = metrics.roc_curve(scores.positives, scores.values)
    cut = corner.document.rule.threshold
    near = np.hypot((scores.values[~scores.positives] > cut).mean(), (scores.values[scores.positives] > cut).mean() - 1)
    assert near == pytest.approx(np.hypot(fpr, tpr - 1).min())


def test_doubt_is_dragged_below_the_bars():
    snapshot = snapshot_of()
    rail = judged_classes.strip(judged_classes.verdict(snapshot).ranking, None).rail
    for x in (0.3, 0.7):
        session = judge.touch(snapshot, Touched(SCORES, x, 3.0, "drag", begun=(0.5, rail)))
        assert session.document.rule == Rule(reject=0.7)


def block_of(drawn, title):
    return next(index for index, block in enumerate(drawn.blocks) if block.title.startswith(title))


def test_prices_are_typed_and_move_the_threshold():
    snapshot = snapshot_of()
    costs = block_of(judge.draw(snapshot), "Costs")
    session = judge.touch(snapshot, Touched(costs, 1, 1, "typed", value=10.0))
    assert session.document.rule == Rule(costs=((0.0, 1.0), (10.0, 0.0)))
    priced = snapshot_of(rule=session.document.rule)
    assert judge.numbers(priced)["threshold"] == pytest.approx(1 / 11)
    doubted = judge.touch(priced, Touched(costs - 2, 0, 1, "typed", value=0.8))
    assert doubted.document.rule == replace(session.document.rule, reject=0.8)
    typed = judge.touch(priced, Touched(costs - 3, 0, 1, "typed", value=0.25))
    assert typed.document.rule == Rule(0.25)


def test_many_classes_have_markers_over_their_columns_and_no_prices():
    table = CountTable(np.eye(4, dtype=int), (0, 1, 2, 3), (0, 1, 2, 3), tuple("ABCD"), tuple("ABCD"))
    words = [
        mark.words
        for mark in confusion_plot.table_plot(table, False, None, "", "").layers[0].marks
        if isinstance(mark, Text)
    ]
    assert [word for word in words if word.isalpha()] == list("ABCD")  # the rows
    many = judge.draw(snapshot_of("lda", "blobs", source_values={"classes": 7, "count": 140}))
    assert [type(block) for block in many.blocks if block.title.startswith("Costs")] == [Paragraph]


def test_a_click_sets_the_best_threshold_or_the_plain_rule():
    snapshot = snapshot_of("logistic", "score_list", 0.0, Rule(costs=((0.0, 1.0), (3.0, 0.0))), values={"penalty": 0.0})
    drawn = judge.draw(snapshot)
    hands = next(index for index, block in enumerate(drawn.blocks) if getattr(block, "hands", False))
    assert [row[0].split(":")[0] for row in drawn.blocks[hands].rows] == [
        "Threshold with most right",
        "Cheapest threshold on these points",
        "Back to the plain rule",
    ]
    best, cheap, plain = (judge.touch(snapshot, Touched(hands, row, 0, "row")) for row in range(3))
    assert judge.numbers(shown_again(snapshot, best))["accuracy"] == pytest.approx(0.7)
    confusion = judge.numbers(shown_again(snapshot, cheap))["confusion"]
    assert confusion[0][1] + 3 * confusion[1][0] == 9  # none missed and nine false alarms: less than any other
    assert plain.document.rule == PLAIN


def shown_again(snapshot, session):
    return Pipeline().last(session, snapshot.frame)


def test_clusters_are_judged_against_classes_and_by_themselves():
    snapshot = snapshot_of("kmeans", "blobs", 0.0)
    data, said = snapshot.data, snapshot.predicted
    found = judge.numbers(snapshot)
    np.testing.assert_array_equal(found["contingency"], metrics.cluster.contingency_matrix(data.labels, said))
    assert found["Rand index"] == pytest.approx(metrics.rand_score(data.labels, said))
    assert found["Adjusted Rand index"] == pytest.approx(metrics.adjusted_rand_score(data.labels, said))
    nmi = metrics.normalized_mutual_info_score(data.labels, said, average_method="geometric")
    assert found["Mutual information (NMI)"] == pytest.approx(nmi)
    assert found["Silhouette, mean of the points"] == pytest.approx(metrics.silhouette_score(data.points, said))
    bars = judged_groups.bars(snapshot)
    areas = [mark for mark in judge.draw(snapshot).panels[1].layers[0].marks if isinstance(mark, Fill)]
    for area, label in zip(areas, np.unique(bars.clusters), strict=True):
        assert area.polygons[0][-2:, 1].tolist() == [0.0, 0.0], "each area stands on zero"
        np.testing.assert_array_equal(area.polygons[0][:-2:2, 1], bars.values[bars.clusters == label])
    pointed = judge.touch(snapshot, Touched(1, 20.5, 0.3, "hover")).view.pointed
    assert pointed == (ONE, bars.ids[20])
    lit = replace(snapshot, session=replace(snapshot.session, view=View(pointed=pointed)))
    assert picked_rows(lit).tolist() == [int(np.flatnonzero(data.ids == bars.ids[20])[0])]


def test_what_was_chosen_for_classes_is_forgotten_for_clusters():
    drawn = judge.draw(snapshot_of("kmeans", "blobs", 0.0, options=((judged_classes.SHOWN, "square"),)))
    assert drawn.options[0].current == "counts"


def test_clusters_without_classes_show_silhouettes_alone():
    points = Dataset(registry.source("blobs")().make().points, np.full(150, -1))
    drawn = judge.draw(snapshot_of("kmeans", "placed", 0.0, points=points))
    assert len(drawn.panels) == 1
    assert "no classes" in drawn.words
    assert [block.title for block in drawn.blocks] == ["By themselves"]


def test_curves_have_three_measures_for_each_part():
    snapshot = snapshot_of("polynomial", "sine", 0.3)
    dots = [mark for mark in judge.draw(snapshot).panels[0].layers[0].marks if isinstance(mark, Points)]
    counts = {mark.style: len(mark.places) for mark in dots}
    assert counts == {"filled": len(snapshot.data.training), "hollow": len(snapshot.data.testing)}
    found, part = judge.numbers(snapshot), snapshot.data.part(snapshot.data.held_out)
    said = snapshot.step.curve(part.points[:, 0])
    assert found["test"]["r_squared"] == pytest.approx(metrics.r2_score(part.points[:, 1], said))
    assert found["test"]["rmse"] == pytest.approx(metrics.root_mean_squared_error(part.points[:, 1], said))
    assert found["training"]["count"] + found["test"]["count"] == len(snapshot.data)
    assert "held out" in judge.draw(snapshot_of("polynomial", "sine", 0.0)).words


def data_of(labels, held=()):
    rng = np.random.default_rng(0)
    points = rng.normal(size=(len(labels), 2)) + np.array(labels)[:, None]
    return Dataset(points, np.array(labels), np.isin(np.arange(len(labels)), held))


@pytest.mark.parametrize(
    ("points", "model", "told"),
    [
        (data_of([0, 1] * 8, held=(0,)), "lda", "None of these points is Class 1"),
        (data_of([0, 1] * 8 + [2] * 3, held=(16, 17, 18)), "lda", "not learnt: Class 2"),
        (data_of([0, 1] * 8 + [-1] * 4), "lda", "4 points without a class are not judged"),
        (data_of([0, 1] * 8, held=tuple(range(1, 16, 2))[:7]), "lda", "None of these points is Class 0"),
    ],
    ids=["one test point", "class not learnt", "unlabelled", "one class held out"],
)
def test_what_is_hard_to_judge_is_shown_as_far_as_it_goes(points, model, told):
    snapshot = snapshot_of(model, "placed", 0.0, points=points)
    drawn = judge.draw(snapshot)
    assert drawn.panels
    assert told in drawn.words
    assert judge.numbers(snapshot)["points"] == len(snapshot.data.testing) or not len(snapshot.data.testing)


def test_equal_scores_are_said_to_be_equal():
    points = Dataset(np.repeat([[0.0, 0.0]], 8, axis=0), np.array([0, 1] * 4))
    snapshot = snapshot_of("line", "placed", 0.0, points=points)
    assert "All scores are equal" in judge.draw(snapshot).words
    assert judge.numbers(snapshot)["area"] == 0.5


def test_what_was_never_said_has_no_precision():
    snapshot = snapshot_of("logistic", "gaussians", rule=Rule(threshold=1.0))
    drawn = judge.draw(snapshot)
    rows = next(block for block in drawn.blocks if block.title == "By class").rows
    assert rows[1][1:3] == ("–", "0 %")
    assert np.isnan(judge.numbers(snapshot)["precision"][1])


def test_a_rule_that_changes_nothing_says_so():
    assert "need probabilities" in judge.draw(snapshot_of("svm", rule=Rule(reject=0.9))).words
    assert "needs two classes" in judge.draw(snapshot_of("qda", "iris", rule=Rule(threshold=0.3))).words


def test_a_hidden_answer_is_not_judged():
    line = Run(registry.model("line")())
    session = challenged(Session(Document(registry.source("separable")(), (line,))))
    session = replace(session, view=replace(session.view, active=1))
    snapshot = Pipeline().last(session, framed(prepare(session.document).data, session.view, 240, 240))
    assert "F7" in judge.draw(snapshot).words
    assert not judge.numbers(snapshot)


@pytest.mark.parametrize(
    ("value", "words"), [(np.nan, "–"), (0.5, "50 %"), (2 / 3, "66.7 %"), (1.0, "100 %"), (0.0, "0 %")]
)
def test_a_share_is_read_as_percent(value, words):
    assert percent(value) == words


@pytest.mark.parametrize("cell", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_the_points_of_a_chosen_cell_are_rimmed_among_the_scores(cell):
    snapshot = snapshot_of(cell=cell)
    part = snapshot.data.testing
    count = np.count_nonzero((part.labels == cell[0]) & (decide(snapshot.step, part.points) == cell[1]))
    scores = judge.draw(snapshot).panels[1]
    rims = [mark for layer in scores.layers for mark in layer.marks if isinstance(mark, Line) and mark.role == "box"]
    assert sum(np.ptp(rim.path[:, 1]) for rim in rims) == pytest.approx(count)
    assert all((rim.path[:, 1] >= 0).all() if cell[0] else (rim.path[:, 1] <= 0).all() for rim in rims)
