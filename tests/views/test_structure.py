"""Structure: the tree as a tidy diagram, rounds that can be chosen, tables of clusters and Gaussians."""

import numpy as np
import pytest

from mlexplorer.core import registry
from mlexplorer.core.capabilities import Node
from mlexplorer.core.numbers import counted, pair, text
from mlexplorer.layers import unit_lines
from mlexplorer.marks.marks import Heat, Line, Regions, Text
from mlexplorer.marks.plot import TableBlock, Touched
from mlexplorer.pipeline.frame import framed
from mlexplorer.pipeline.pipeline import Pipeline, prepare
from mlexplorer.session.session import Document, Run, Session, View
from mlexplorer.views import dendrogram, network_layout, structure
from mlexplorer.views.tree_layout import BAR, diagram, layers


def snapshot_of(model, values=None, view=None, session=None):
    if session is None:
        run = Run(registry.model(model)().with_values(values or {}))
        session = Session(Document(registry.source("moons")(count=120, noise=0.35), (run,)), view or View())
    return Pipeline().last(session, framed(prepare(session.document).data, session.view, 300, 300))


def test_the_diagram_is_tidy():
    tree = snapshot_of("tree").step.tree
    drawing = diagram(tree)
    assert len({tuple(place) for place in drawing.places}) == len(tree)
    leaves = [index for index, node in enumerate(tree) if node.feature < 0]
    assert sorted(drawing.places[leaves, 1]) == list(range(len(leaves)))
    for index, node in enumerate(tree):
        if node.feature >= 0:
            above, below = drawing.places[node.left], drawing.places[node.right]
            assert above[1] > drawing.places[index][1] > below[1]
            assert above[0] == below[0] == drawing.places[index][0] + 1


def test_bars_are_the_shares_of_the_classes_and_words_the_questions():
    snapshot = snapshot_of("tree", {"depth": 2})
    layers = {layer.name: layer.marks for layer in structure.draw(snapshot).panels[0].layers}
    tree, drawing = snapshot.step.tree, diagram(snapshot.step.tree)
    root = [mark for mark in layers["bars"] if mark.path[0, 1] == drawing.places[0, 1] and mark.path[0, 0] < BAR]
    lengths = np.array([np.ptp(mark.path[:, 0]) for mark in root])
    np.testing.assert_allclose(lengths / BAR, np.array(tree[0].counts) / sum(tree[0].counts))
    words = [mark.words for mark in layers["words"] if isinstance(mark, Text)]
    assert sum("≤" in one for one in words) == sum(node.feature >= 0 for node in tree)


def test_pointing_at_a_node_lights_the_way_to_it():
    snapshot = snapshot_of("tree", {"depth": 3})
    drawing = diagram(snapshot.step.tree)
    leaf = len(snapshot.step.tree) - 1
    x, y = drawing.places[leaf]
    session = structure.touch(snapshot, Touched(0, x + BAR / 2, y, "hover"))
    assert session.view.node == leaf
    assert session.document == snapshot.session.document
    lit = structure.draw(snapshot_of("tree", session=session)).panels[0]
    branches = [mark for mark in lit.layers[0].marks if isinstance(mark, Line) and mark.role == "box"]
    assert len(branches) == snapshot.step.tree[leaf].depth
    assert lit.now.startswith(" : ".join(f"{count:g}" for count in snapshot.step.tree[leaf].counts))
    assert structure.touch(snapshot, Touched(0, x + 9, y, "hover")).view.node is None


def click(snapshot, node):
    """Return the session after a click on a node of the diagram."""
    x, y = diagram(snapshot.step.tree).places[node]
    return structure.touch(snapshot, Touched(0, x + BAR / 2, y, "press"))


def boxes(tree, feature):
    return {(node.box, node.feature) for node in tree if (node.feature >= 0) == feature}


def test_a_click_on_a_question_cuts_that_branch_alone():
    snapshot = snapshot_of("tree")
    tree = snapshot.step.tree
    node = max((index for index, one in enumerate(tree) if one.feature >= 0), key=lambda index: tree[index].depth)
    session = click(snapshot, node)
    cut = snapshot_of("tree", session=session)
    assert boxes(tree, feature=True) - boxes(cut.step.tree, feature=True) == {(tree[node].box, tree[node].feature)}
    assert cut.step.note.startswith("By hand: the branch below")
    leaf = next(index for index, one in enumerate(cut.step.tree) if one.box == tree[node].box)
    assert click(cut, leaf).document == snapshot.session.document


def test_a_click_on_a_mixed_leaf_splits_it_once():
    snapshot = snapshot_of("tree", {"depth": 1})
    tree, deeper = snapshot.step.tree, snapshot_of("tree", {"depth": 2}).step.tree
    leaf = max(range(len(tree)), key=lambda index: tree[index].impurity * (tree[index].feature < 0))
    split = snapshot_of("tree", session=click(snapshot, leaf)).step
    assert len(split.tree) == len(tree) + 2
    assert boxes(split.tree, feature=True) < boxes(deeper, feature=True)
    assert split.note.startswith("By hand, ")
    whole = snapshot_of("tree", {"depth": 30})
    pure = next(index for index, node in enumerate(whole.step.tree) if node.impurity == 0)
    assert click(whole, pure) is None


def test_the_pruning_path_ends_at_one_leaf_and_sets_the_price():
    snapshot = snapshot_of("tree")
    plot = structure.draw(snapshot).panels[1]
    (curve,) = [mark for mark in plot.layers[0].marks if isinstance(mark, Line) and mark.role == "progress"]
    assert curve.path[-1, 1] == 1
    assert (np.diff(curve.path[:, 1]) <= 0).all()
    assert structure.touch(snapshot, Touched(1, 0.05, 3.0, "drag")).run.model.pruning == 0.05


def test_rounds_are_listed_and_chosen():
    snapshot = snapshot_of("adaboost", {"rounds": 12}, View(step=4))
    drawn = structure.draw(snapshot)
    (table,) = drawn.blocks
    assert len(table.rows) == 12
    assert table.current == 3
    assert structure.touch(snapshot, Touched(0, 6, 0, "row")).view.step == 7
    assert structure.touch(snapshot, Touched(0, 8.3, 0.1, "press")).view.step == 8


@pytest.mark.parametrize(
    ("name", "shown"), [("petal length (cm)", "p.l."), ("(a + b)", "(a +…"), ("flavanoids", "flav…")]
)
def test_names_in_a_deep_tree_are_as_short_as_can_be(name, shown):
    leaves = [Node((0, 1, 0, 1), (1.0, 0.0), 0, 0.0, depth) for depth in (1, 2, 3, 4, 4)]
    inner = [Node((0, 1, 0, 1), (1.0, 1.0), 0, 0.5, d, 0, 0.5, 0.5, 4 + d, d + 1 if d < 3 else 8) for d in range(4)]
    assert diagram((*inner, *leaves), names=(name, "x₂")).question(0) == f"{shown} ≤ 0.5"


def test_the_newest_tree_of_a_boosted_sum_says_what_it_adds():
    snapshot = snapshot_of("gradient_boosting", {"rounds": 5, "depth": 2}, View(step=3))
    _, tree = structure.draw(snapshot).panels
    nodes = snapshot.step.member_tree
    before = snapshot.trace.steps[2]
    gained = snapshot.step.sums(snapshot.training.points)[:, 0] - before.sums(snapshot.training.points)[:, 0]
    for leaf in (node for node in nodes if node.feature < 0):
        rows = leaf.inside(snapshot.training.points)
        np.testing.assert_allclose(gained[rows], leaf.level)
        np.testing.assert_array_equal(np.bincount(snapshot.training.labels[rows], minlength=2), leaf.counts)
    words = [mark.words for layer in tree.layers for mark in layer.marks if isinstance(mark, Text)]
    assert {text(node.level) for node in nodes if node.feature < 0} < set(words)
    assert "0" not in words  # questions add nothing


def test_members_of_a_forest_are_bars_a_list_and_the_newest_tree():
    snapshot = snapshot_of("forest", {"members": 9}, View(step=4))
    drawn = structure.draw(snapshot)
    bars, tree = drawn.panels
    assert bars.title == "Error of each member on points left out"
    assert bars.now == text(snapshot.step.ballots[3].error)
    leaves = sum(node.feature < 0 for node in snapshot.step.member_tree)
    assert tree.now == counted(leaves, "leaf", "leaves")
    (table,) = drawn.blocks
    assert (len(table.rows), table.current, table.head) == (9, 3, ("Member", "Error"))
    assert structure.touch(snapshot, Touched(0, 6.2, 0, "press")).view.step == 6
    assert structure.touch(snapshot, Touched(1, 6.2, 0, "press")) is None  # on the tree
    assert structure.touch(snapshot, Touched(0, 6, 0, "row")).view.step == 7


@pytest.mark.parametrize(
    ("model", "title"), [("gradient_boosting", "Loss after each round"), ("vote", "Error of each member alone")]
)
def test_sums_and_votes_have_one_figure_for_each_learner(model, title):
    snapshot = snapshot_of(model)
    bars = structure.draw(snapshot).panels[0]
    assert bars.title == title
    assert bars.now == text(snapshot.step.ballots[-1].error)


def test_tables_of_clusters_and_gaussians():
    snapshot = snapshot_of("kmeans", {"k": 3})
    (table,) = structure.draw(snapshot).blocks
    assert isinstance(table, TableBlock)
    assert sum(int(row[1]) for row in table.rows) == 120
    assert [row[2] for row in table.rows] == [pair(centre) for centre in snapshot.step.centres]
    for model in ("gmm", "lda", "qda"):
        snapshot = snapshot_of(model)
        (table,) = structure.draw(snapshot).blocks
        assert [row[2] for row in table.rows] == [pair(mean) for mean in snapshot.step.means]
    assert not structure.offered(snapshot_of("knn"))


def test_columns_of_a_mixture_are_full_and_the_surest_of_each_cluster_comes_first():
    snapshot = snapshot_of("gmm")
    (band,) = structure.draw(snapshot).panels
    areas = [mark.polygons[0] for mark in band.layers[0].marks]
    heights = sum(np.trapezoid(area[: len(area) // 2, 1], area[: len(area) // 2, 0]) for area in areas)
    floors = sum(np.trapezoid(area[len(area) // 2 :, 1][::-1], area[: len(area) // 2, 0]) for area in areas)
    assert heights - floors == pytest.approx(len(snapshot.training))
    shares = snapshot.step.probabilities(snapshot.training.points).max(axis=1)
    assert band.now == f"{int((shares < 0.98).sum())} shared"
    first = areas[0][: len(areas[0]) // 2 : 2, 1]
    assert (np.diff(first) <= 0).all()


@pytest.mark.parametrize(("figure", "field"), [("impurity", "impurity"), ("gain", "gain")])
def test_impurity_and_gain_can_be_written_at_every_node(figure, field):
    for depth in (2, 6):
        check_figures(snapshot_of("tree", {"depth": depth}, View(options=((structure.FIGURE, figure),))), figure, field)


def check_figures(snapshot, figure, field):
    drawn = structure.draw(snapshot)
    assert drawn.options[0].current == figure
    words = [mark.words for mark in drawn.panels[0].layers[2].marks if isinstance(mark, Text)]
    for node in snapshot.step.tree:
        if node.feature >= 0 or figure == "impurity":
            assert text(getattr(node, field), 2) in words


def test_there_is_room_for_the_words_of_the_deepest_leaf():
    for classes in (2, 6):
        tree = (
            Node((0, 1, 0, 1), (1.0,) * classes, 0, 0.5, 0, 0, 0.5, 0.1, 1, 2),
            Node((0, 1, 0, 1), (100.0,) * classes, 0, 0.0, 1),
            Node((0, 1, 0, 1), (100.0,) * classes, 0, 0.0, 1),
        )
        left, right, _, _ = diagram(tree).bounds
        letters = len(" : ".join(["100"] * classes))
        assert (right - 1 - BAR) / (right - left) * 370 > 7 * letters


@pytest.mark.parametrize(("name", "shown"), [("x₁ (standardised)", "x₁"), ("petal length (cm)", "petal le…")])
def test_long_names_of_transformed_axes_are_shortened(name, shown):
    leaf = Node((0, 1, 0, 1), (1.0, 0.0), 0, 0.0, 1)
    root = Node((0, 1, 0, 1), (1.0, 1.0), 0, 0.5, 0, 0, 0.5, 0.5, 1, 2)
    drawing = diagram((root, leaf, leaf), names=(name, "x₂"))
    words = [mark.words for layer in layers(drawing, [0, 1], None) for mark in layer.marks if isinstance(mark, Text)]
    assert f"{shown} ≤ 0.5" in words


def test_a_network_has_an_edge_for_every_weight_and_a_map_for_every_unit():
    snapshot = snapshot_of("network", {"hidden": "3,2"})
    step, drawing = snapshot.step, network_layout.NetworkDiagram(snapshot.step)
    plot = structure.draw(snapshot).panels[0]
    layers = {layer.name: layer.marks for layer in plot.layers}
    assert len(layers["edges"]) == 2 * 3 + 3 * 2 + 2
    assert len([mark for mark in layers["maps"] if isinstance(mark, Regions | Heat)]) == 2 + 3 + 2 + 1
    heats = [mark.heights for mark in layers["maps"] if isinstance(mark, Heat)]
    assert all((heights.min(), heights.max()) == (0, 1) for heights in heats)
    widest = max(layers["edges"], key=lambda mark: mark.width)
    largest = max(np.abs(layer[:, :-1]).max() for layer in step.layers)
    assert np.abs(drawing.weights[drawing.edges[-1, 3]]) == largest
    assert widest.width == pytest.approx(network_layout.THICK)
    dashed = [mark for mark in layers["edges"] if mark.role == "wire_minus 0"]
    assert len(dashed) == sum((layer[:, :-1] < 0).sum() for layer in step.layers)


def test_pointing_at_a_unit_tells_its_sum_and_draws_its_line():
    snapshot = snapshot_of("network", {"hidden": "3"})
    drawing = network_layout.NetworkDiagram(snapshot.step)
    session = structure.touch(snapshot, Touched(0, *drawing.places[1][2], "hover"))
    assert session.view.node == 4  # after two inputs and two units
    assert session.document == snapshot.session.document
    row = snapshot.step.layers[0][2]
    lit = structure.draw(snapshot_of("network", session=session)).panels[0]
    assert lit.title.startswith(f"h₃ = tanh({text(row[0])}·x₁")
    session = structure.touch(snapshot, Touched(0, *drawing.places[2][0], "hover"))
    last, offset = structure.draw(snapshot_of("network", session=session)).panels[0].title.split(" … ")
    assert last.startswith("f = ")
    assert offset == f"{'−' if snapshot.step.layers[1][0, 3] < 0 else '+'} {text(abs(snapshot.step.layers[1][0, 3]))}"
    line, words = unit_lines.lit(snapshot, 4)
    assert words.words == "h₃ = 0"
    np.testing.assert_allclose(line.path[:2] @ row[:2] + row[2], 0, atol=1e-9)


def test_the_curve_of_a_unit_of_the_second_layer_is_where_it_is_zero():
    snapshot = snapshot_of("network", {"hidden": "4,2"})
    paths = [marks[0].path for marks in (unit_lines.lit(snapshot, node) for node in (6, 7)) if marks]
    assert paths
    for unit, path in zip((0, 1), paths, strict=False):
        places = path[np.isfinite(path).all(axis=1)]
        said = snapshot.step.activations(places)[2]
        assert np.abs(said).min(axis=1).max() < 0.05, unit


def test_dragging_an_edge_changes_its_weight_and_nothing_else():
    snapshot = snapshot_of("network", {"hidden": "2"})
    drawing = network_layout.NetworkDiagram(snapshot.step)
    edge = next(index for index, row in enumerate(drawing.edges.tolist()) if row[:3] == [2, 0, 1])
    x, y = drawing.curves[edge][8]
    pressed = structure.touch(snapshot, Touched(0, x, y, "press"))
    place = int(drawing.edges[edge, 3])
    assert pressed.view.node == drawing.units + place
    held = snapshot_of("network", session=pressed)
    dragged = structure.touch(held, Touched(0, x, y + 1, "drag", 0.0, 1.0))
    moved = np.array(dragged.run.by_hand) - snapshot.step.weights
    assert moved[place] > 0
    assert np.count_nonzero(moved) == 1
    again = structure.touch(snapshot_of("network", session=dragged), Touched(0, x, y + 2, "drag", 0.0, 1.0))
    np.testing.assert_allclose((np.array(again.run.by_hand) - snapshot.step.weights)[place], 2 * moved[place])
    drawn = structure.draw(snapshot_of("network", session=dragged))
    assert drawn.panels[0].now == "held by hand"
    assert drawn.words == structure.draw(snapshot).words  # others would move the diagram under the hand


def test_dragging_a_unit_changes_its_offset_but_inputs_have_none():
    snapshot = snapshot_of("network", {"hidden": "2"})
    for layer, number, places in ((1, 1, [5]), (2, 0, [8]), (0, 0, [])):
        middle = network_layout.NetworkDiagram(snapshot.step).places[layer][number]
        pressed = snapshot_of("network", session=structure.touch(snapshot, Touched(0, *middle, "press")))
        dragged = structure.touch(pressed, Touched(0, *middle, "drag", 0.0, -0.5))
        moved = [] if dragged is None else np.flatnonzero(np.array(dragged.run.by_hand) - snapshot.step.weights)
        assert list(moved) == places


def test_a_probe_fills_in_what_each_unit_says():
    view = View(probe=(0.5, -0.2), panel="structure")
    snapshot = snapshot_of("network", {"hidden": "3"}, view=view)
    marks = structure.draw(snapshot).panels[0].layers[-1].marks
    said = [part[0] for part in snapshot.step.activations(np.array([[0.5, -0.2]]))]
    plates = [mark.words for mark in marks if isinstance(mark, Text) and mark.plate]
    assert plates == [text(float(value)) for part in said for value in part]


@pytest.mark.parametrize(("beat", "place"), [("look", 3.25), ("forward", 3.5), ("back", 3.75)])
def test_slow_motion_fills_in_what_goes_forward_and_what_comes_back(beat, place):
    values = {"hidden": "3", "solver": "stochastic", "batch": 1, "steps": 2}
    snapshot = snapshot_of("network", values, View(step=place, panel="structure"))
    assert snapshot.moment.beat.name == beat
    step, row = snapshot.step, int(snapshot.moment.coming.rows[0])
    forward = [part[0] for part in step.activations(snapshot.training.points[[row]])]
    said = {"forward": forward, "back": step.errors(row)}
    marks = structure.draw(snapshot).panels[0].layers[-1].marks
    plates = [mark.words for mark in marks if isinstance(mark, Text) and mark.plate]
    assert plates == [text(float(value)) for part in said.get(beat, []) for value in part]


def test_units_that_were_left_out_have_no_map():
    snapshot = snapshot_of("network", {"hidden": "6", "dropout": 0.5, "seed": 3})
    gone = len(snapshot.step.left_out[0])
    layers = {layer.name: layer.marks for layer in structure.draw(snapshot).panels[0].layers}
    assert gone
    assert len([mark for mark in layers["maps"] if isinstance(mark, Regions | Heat)]) == 9 - gone
    assert [mark.role for mark in layers["frames"]].count("ahead") == gone


def test_the_cut_of_a_dendrogram_sets_the_clusters():
    snapshot = snapshot_of("hierarchical", {"clusters": 4})
    drawn = structure.draw(snapshot)
    assert len(drawn.panels) == 2
    levels = snapshot.step.levels
    for clusters in (1, 2, 7):
        y = dendrogram.cut_height(levels, 120 - clusters)
        session = structure.touch(snapshot, Touched(0, 3.0, y, "drag"))
        assert session.run.model.clusters == clusters
        assert session.view.step is None
    assert structure.touch(snapshot, Touched(0, 3.0, -1.0, "press")).run.model.clusters == 30
    assert structure.touch(snapshot, Touched(1, 5.2, 0.1, "press")).run.model.clusters == 5
    assert structure.touch(snapshot, Touched(0, 3.0, 1.0, "release")) is None


def test_pointing_at_a_branch_of_a_dendrogram_lights_it():
    snapshot = snapshot_of("hierarchical", {"clusters": 4})
    session = structure.touch(snapshot, Touched(0, 60.0, 0.4, "hover"))
    assert session.document == snapshot.session.document
    assert session.view.node == dendrogram.node_at(snapshot.step, 60.0, 0.4)
    assert structure.touch(snapshot, Touched(1, 3.0, 0.1, "hover")).view.node is None
    lit = structure.draw(snapshot_of("hierarchical", session=session)).panels[0]
    assert "joined at" in lit.now


def test_naive_bayes_shows_its_densities_and_a_table_of_its_gaussians():
    drawn = structure.draw(snapshot_of("naive_bayes"))
    assert [plot.title for plot in drawn.panels] == ["Share × density along x₁", "Share × density along x₂"]
    assert len(drawn.blocks[0].rows) == 2
    drawn = structure.draw(snapshot_of("naive_bayes", {"density": "kernel"}))
    assert len(drawn.panels) == 2
    assert not drawn.blocks
