"""How good clusters are: against the classes nobody showed them, and by themselves, point by point."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from mlexplorer.core.arrays import Array, Labels
from mlexplorer.core.data import UNLABELLED, Dataset, sampled
from mlexplorer.core.numbers import counted, text
from mlexplorer.judging import clusters
from mlexplorer.marks.marks import Fill, Layer, Line, Mark
from mlexplorer.marks.plot import Drawn, Option, Plot, TableBlock, Touched
from mlexplorer.pipeline.judged import ONE, grouped_part, labels_said
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Session
from mlexplorer.views.confusion_plot import COUNTS, SHARES, SHOWN, CountTable, cell_at, table_plot

MOST_BARS = 2000  # points that have a bar
TABLES = {COUNTS: "Counts", SHARES: "Shares of each class"}
AGAINST = {
    "Rand index": clusters.rand_index,
    "Adjusted Rand index": clusters.adjusted_rand,
    "Jaccard index": clusters.jaccard,
    "Mutual information (NMI)": clusters.nmi,
    "Purity": clusters.purity,
    "Entropy of the classes, bits": clusters.class_entropy,
}


@dataclass(frozen=True, eq=False)
class Bars:
    """Silhouettes from left to right, cluster by cluster, the best of each first."""

    values: Array
    clusters: Labels
    ids: Labels


def draw(snapshot: Snapshot) -> Drawn:
    """Return the table of classes and clusters, the silhouettes, and the measures."""
    part = grouped_part(snapshot)
    if not len(part):
        return Drawn(words="No point is in a cluster yet.")
    table, found = count_table(snapshot), bars(snapshot)
    view = snapshot.session.view
    lit = view.cell if view.pointed is None else view.pointed
    tables: tuple[Plot, ...] = ()
    if table is not None:
        is_shares = _shown(snapshot) == SHARES
        title = f"Classes (rows) and clusters, {counted(int(table.counts.sum()), 'point')}"
        tables = (table_plot(table, is_shares, lit, title, ""),)
    option = Option(SHOWN, "Table", TABLES, _shown(snapshot))
    words = [] if tables else ["The points have no classes to compare the clusters with."]
    if len(found.values) < len(part):
        words.append(f"Silhouettes of {len(found.values):,} of the points.")
    blocks = (
        *([TableBlock("Against the classes", _rows(_against(snapshot)))] if tables else []),
        TableBlock("By themselves", _rows(_alone(snapshot))),
    )
    return Drawn(
        (*tables, _bar_plot(found, lit)),
        words=" ".join(words),
        options=(option,) if tables else (),
        blocks=blocks,
        reading=0.35,
    )


def _shown(snapshot: Snapshot) -> str:
    """Return what the table shows; a whole square, chosen for classes, would mean nothing here."""
    chosen = snapshot.session.view.option(SHOWN, COUNTS)
    return chosen if chosen in TABLES else COUNTS


def touch(snapshot: Snapshot, touched: Touched) -> Session | None:
    """Return the session that points at or chooses a cell, or the point of a bar."""
    table, view = count_table(snapshot), snapshot.session.view
    if touched.kind not in ("hover", "press"):
        return None
    at = touched.panel - (table is not None)
    if at < 0 and table is not None:
        cell = cell_at(table, touched.x, touched.y)
    else:
        found, index = bars(snapshot), int(np.floor(touched.x))
        cell = (ONE, int(found.ids[index])) if at == 0 and 0 <= index < len(found.ids) else None
    if touched.kind == "hover":
        return replace(snapshot.session, view=replace(view, pointed=cell))
    return replace(snapshot.session, view=replace(view, cell=None if cell == view.cell else cell))


def numbers(snapshot: Snapshot) -> Mapping[str, object]:
    """Return the table and all measures, for programs."""
    table = count_table(snapshot)
    known = (
        {}
        if table is None
        else {"classes": list(table.row_names), "clusters": list(table.columns), "contingency": table.counts}
    )
    return {**known, **({} if table is None else _against(snapshot)), **_alone(snapshot)}


def count_table(snapshot: Snapshot) -> CountTable | None:
    """Return how many points of each class are in each cluster; None if no point has a class."""
    part = _labelled(snapshot)
    if not len(part):
        return None
    said = labels_said(snapshot, part)
    rows, columns = part.classes.tolist(), np.unique(said).tolist()
    names = tuple(snapshot.data.class_names[label] for label in rows)
    counts = clusters.contingency(part.labels, said)
    return CountTable(
        counts, tuple(rows), tuple(columns), names, tuple(f"Cluster {label}" for label in columns), judges=False
    )


def bars(snapshot: Snapshot) -> Bars:
    """Return the silhouettes of the points that are in clusters, or of a sample of them."""
    part = sampled(grouped_part(snapshot), MOST_BARS)
    said = labels_said(snapshot, part)
    values = _silhouettes(part, tuple(said.tolist()))
    order = np.lexsort((-values, said))
    return Bars(values[order], said[order], part.ids[order])


@lru_cache(maxsize=4)
def _silhouettes(part: Dataset, said: tuple[int, ...]) -> Array:
    return clusters.silhouettes(part.points, np.array(said))


def _labelled(snapshot: Snapshot) -> Dataset:
    part = grouped_part(snapshot)
    chosen = part.rows[part.labels != UNLABELLED]
    return snapshot.data.part(chosen)


def _against(snapshot: Snapshot) -> dict[str, float]:
    part = _labelled(snapshot)
    said = labels_said(snapshot, part)
    return {name: measure(part.labels, said) for name, measure in AGAINST.items()}


def _alone(snapshot: Snapshot) -> dict[str, float]:
    part, found = grouped_part(snapshot), bars(snapshot)
    said = labels_said(snapshot, part)
    within, between = clusters.sums_of_squares(part.points, said)
    means = [float(found.values[found.clusters == label].mean()) for label in np.unique(found.clusters)]
    return {
        "Silhouette, mean of the points": float(found.values.mean()),
        "Silhouette, mean of the clusters": float(np.mean(means)),
        "Squares within clusters": within,
        "Squares between clusters": between,
    }


def _rows(values: Mapping[str, float]) -> tuple[tuple[str, str], ...]:
    return tuple((name, "–" if np.isnan(value) else text(value)) for name, value in values.items())


def _bar_plot(found: Bars, lit: tuple[int, int] | None) -> Plot:
    """Return the bars as one area for each cluster, the mean as a line, and the bar of the lit point in ink."""
    marks: list[Mark] = []
    for label in np.unique(found.clusters).tolist():
        places = np.flatnonzero(found.clusters == label)
        xs = np.repeat(np.arange(places[0], places[-1] + 2, dtype=np.float64), 2)[1:-1]
        path = np.c_[xs, np.repeat(found.values[places], 2)]
        area = np.r_[path, [[path[-1, 0], 0.0], [path[0, 0], 0.0]]]
        marks.append(Fill((area,), f"class {label}"))
    count, mean = float(len(found.values)), float(found.values.mean())
    marks.append(Line(np.array([[0.0, mean], [count, mean]]), "ghost"))
    shown = np.flatnonzero(found.ids == lit[1]).tolist() if lit is not None and lit[0] == ONE else []
    marks += [Line(np.array([[x + 0.5, 0.0], [x + 0.5, found.values[x]]]), "box", width=2.0) for x in shown]
    bounds = (0.0, count, min(-0.1, float(found.values.min())), 1.05)
    return Plot(
        (Layer("bars", tuple(marks)),),
        bounds,
        ("", "silhouette"),
        "How well each point fits its cluster",
        f"mean {text(mean)}",
        least=1.3,
        counts=False,
    )
