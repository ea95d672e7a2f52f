"""How well classes are said: table, scores with a threshold, ROC, errors with their intervals, measures, costs."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

import numpy as np

from mlexplorer.core.capabilities import HasProbabilities, HasScores
from mlexplorer.core.data import UNLABELLED, Dataset
from mlexplorer.core.decision import PLAIN, Rule, objection, threshold_of
from mlexplorer.core.numbers import counted, shortened, text
from mlexplorer.core.params import Spec
from mlexplorer.edits.rules import FARTHEST, plain_rule, prices, with_doubt, with_price, with_threshold
from mlexplorer.judging.bayes import bayes_error
from mlexplorer.judging.confusion import Judgement, average
from mlexplorer.judging.curves import Roc, roc
from mlexplorer.layers.regions import knows_law
from mlexplorer.marks.plot import Block, Drawn, Option, Paragraph, Plot, TableBlock, Touched
from mlexplorer.pipeline.judged import PART, TEST, TRAINING, Ranking, judged_part, judgement, ranking
from mlexplorer.pipeline.snapshot import Snapshot
from mlexplorer.session.session import Session
from mlexplorer.views import confusion_plot
from mlexplorer.views.confusion_plot import COUNTS, SHARES, SHOWN, SQUARE, CountTable, percent
from mlexplorer.views.error_plot import ErrorRow, error_plot
from mlexplorer.views.roc_plots import NamedRoc, Prices, nearest_cut, roc_plot
from mlexplorer.views.score_plot import on_rail, score_plot, strip

TABLES = {COUNTS: "Counts", SHARES: "Shares of each class", SQUARE: "One square"}
PARTS = {TEST: "Test points", TRAINING: "Training points"}
TABLE, SCORES, ROC = 0, 1, 2  # panels
MOST_PRICED, LONGEST = 4, 8  # classes whose prices have room beside each other, and letters of their names
ELSEWHERE = "Of more than four classes they are set from the command line (--costs) or a notebook."
TALL = 2.3  # usual charts: below that a curve beside two others says too little
TO_READ = 3  # blocks before those that can be set
PRICE = Spec("price", 1.0, "Price", "What it costs to say this class when that one is true", low=0.0, high=1e6)
DOUBT = Spec("reject", 0.0, "Doubt", "No class is said where even the likeliest has a smaller probability", 0.0, 1.0)
DIGITS = 3  # of a threshold that is dragged


@dataclass(frozen=True, eq=False)
class Verdict:
    """A snapshot whose step says classes, with everything that is asked of it several times."""

    snapshot: Snapshot
    step: HasScores
    name: str
    part: Dataset

    @property
    def rule(self) -> Rule:
        """The rule of the document."""
        return self.snapshot.session.document.rule

    @cached_property
    def judgement(self) -> Judgement:
        """Truth against prediction."""
        return judgement(self.snapshot, self.part)

    @cached_property
    def ranking(self) -> Ranking | None:
        """The scores of the second of two classes; None for other numbers of classes."""
        return ranking(self.step, self.part) if len(self.step.classes) == 2 else None

    @property
    def cut(self) -> float | None:
        """The threshold in force."""
        return threshold_of(self.step, self.rule)

    @cached_property
    def curve(self) -> Roc | None:
        """The ROC curve of the scores."""
        return None if self.ranking is None else roc(self.ranking.values, self.ranking.positives)

    @property
    def names(self) -> tuple[str, ...]:
        """What the classes are called."""
        return self.snapshot.data.class_names

    @property
    def lit(self) -> tuple[int, int] | None:
        """The cell that is pointed at or chosen."""
        view = self.snapshot.session.view
        return view.cell if view.pointed is None else view.pointed


def verdict(snapshot: Snapshot) -> Verdict:
    """Return what there is to say of a snapshot that classifies."""
    return Verdict(snapshot, cast("HasScores", snapshot.step), *judged_part(snapshot))


def draw(snapshot: Snapshot) -> Drawn:
    """Return table, scores, ROC curve and errors of the part, and what can be read and set beside them."""
    found = verdict(snapshot)
    options = _options(found)
    if snapshot.predicted is None:
        return Drawn(words="Working …", options=options)
    if not len(found.part):
        return Drawn(words="No point has a class, so nothing can be judged: label some.", options=options)
    panels = (_table_panel(found), *_score_panels(found), error_plot(_errors(found)))
    return Drawn(panels, words=" ".join(_sentences(found)), options=options, blocks=_blocks(found), reading=0.3)


def touch(snapshot: Snapshot, touched: Touched) -> Session | None:
    """Return the session after pointing at a cell or choosing it, dragging a threshold, or typing a number."""
    found, view = verdict(snapshot), snapshot.session.view
    if touched.kind in ("row", "typed"):
        return _set(found, touched)
    cell = _cell_at(found, touched) if touched.panel == TABLE else None
    if touched.kind == "hover":
        return replace(snapshot.session, view=replace(view, pointed=cell))
    if touched.kind == "press" and touched.panel == TABLE:
        return replace(snapshot.session, view=replace(view, cell=None if cell == view.cell else cell))
    return _dragged(found, touched) if touched.kind in ("press", "drag") else None


def numbers(snapshot: Snapshot) -> Mapping[str, object]:
    """Return all that the view says, for programs; a share of nothing is not a number."""
    found = verdict(snapshot)
    good, curve = found.judgement, found.curve
    return {
        "part": found.name,
        "points": good.count,
        "classes": [found.names[label] for label in good.classes.tolist()],
        "confusion": good.confusion,
        "rejected": good.rejected,
        "accuracy": good.accuracy,
        "interval": good.interval,
        "baseline": good.baseline,
        "bayes_error": bayes_error(snapshot.session.document.source) if knows_law(snapshot) else None,
        "balanced": good.balanced,
        "precision": good.precision,
        "recall": good.recall,
        "f1": good.f1,
        "log_loss": good.log_loss,
        "threshold": found.cut,
        "costs": found.rule.costs,
        "reject": found.rule.reject,
        "area": None if curve is None else curve.area,
        "errors": {row.name: {"share": row.value, "low": row.low, "high": row.high} for row in _errors(found)},
    }


def count_table(found: Verdict) -> CountTable:
    """Return the counts with a column of doubt where there is some, or may be."""
    good, names = found.judgement, found.names
    labels = good.classes.tolist()
    said = [names[label] for label in labels]
    if not good.rejected.any() and not found.rule.reject:
        return CountTable(good.confusion, tuple(labels), tuple(labels), tuple(said), tuple(said))
    counts = np.c_[good.confusion, good.rejected]
    return CountTable(counts, tuple(labels), (*labels, UNLABELLED), tuple(said), (*said, "in doubt"))


def dragged_to(ranking: Ranking, x: float) -> float:
    """Return the threshold at a place: within the scores, with as many digits as a hand can mean."""
    span = ranking.high - ranking.low
    digits = DIGITS - int(np.floor(np.log10(span))) if span > 0 else DIGITS
    return round(min(max(x, ranking.low), ranking.high), digits)


def prices_of(found: Verdict) -> Prices:
    """Return what false alarms and misses cost by the rule; 1 each without costs."""
    if not found.rule.costs or len(found.step.classes) != 2 or objection(found.step, found.rule):
        return Prices()
    classes = np.asarray(found.step.classes)
    (right, alarm), (miss, hit) = prices(found.rule, classes)[np.ix_(classes, classes)].tolist()
    return Prices(max(alarm - right, 0.0), max(miss - hit, 0.0))


def _options(found: Verdict) -> tuple[Option, ...]:
    shown = found.snapshot.session.view.option(SHOWN, COUNTS)
    table = Option(SHOWN, "Table", TABLES, shown)
    if not len(found.snapshot.data.testing):
        return (table,)
    return (Option(PART, "Points", PARTS, found.name), table)


def _table_panel(found: Verdict) -> Plot:
    table, good = count_table(found), found.judgement
    title = f"Truth in rows, {counted(good.count, f'{found.name} point')}"
    now = f"{percent(good.accuracy)} right"
    shown = found.snapshot.session.view.option(SHOWN, COUNTS)
    if shown == SQUARE:
        return confusion_plot.square_plot(table, found.lit, "Areas are shares of all points", now)
    return confusion_plot.table_plot(table, shown == SHARES, found.lit, title, now)


def _cell_at(found: Verdict, touched: Touched) -> tuple[int, int] | None:
    is_square = found.snapshot.session.view.option(SHOWN, COUNTS) == SQUARE
    at = confusion_plot.part_at if is_square else confusion_plot.cell_at
    return at(count_table(found), touched.x, touched.y)


def _score_panels(found: Verdict) -> tuple[Plot, ...]:
    """Return the scores and the ROC curve of two classes."""
    scores, curve = found.ranking, found.curve
    if scores is None or curve is None:
        return ()
    low, high = (found.names[label] for label in np.asarray(found.step.classes).tolist())
    plot = score_plot(strip(scores, found.cut), found.cut, found.rule.reject, (low, high), _lit_bars(found, scores))
    every = roc_plot([NamedRoc("", curve, "runner 0")], found.cut, prices_of(found))
    return (plot, replace(every, least=TALL))  # the view ROC shows it larger


def _lit_bars(found: Verdict, scores: Ranking) -> tuple[bool, bool] | None:
    """Return whether the bars of the positives are lit, and whether those that are right."""
    if found.lit is None or found.lit[0] not in found.step.classes or found.lit[1] not in found.step.classes:
        return None
    return found.lit[0] == scores.positive, found.lit[0] == found.lit[1]


def _dragged(found: Verdict, touched: Touched) -> Session | None:
    session, scores, curve = found.snapshot.session, found.ranking, found.curve
    if scores is None or curve is None or found.cut is None:
        return None
    if touched.panel == SCORES and on_rail(strip(scores, None), touched.begun[1]):
        return with_doubt(session, max(touched.x, 1 - touched.x))
    if touched.panel == SCORES:
        return with_threshold(session, dragged_to(scores, touched.x))
    if touched.panel == ROC:
        cut = nearest_cut(curve, np.c_[curve.false, curve.true], touched.x, touched.y)
        return with_threshold(session, min(max(cut, scores.low), scores.high))
    return None


def _errors(found: Verdict) -> list[ErrorRow]:
    """Return training and test errors, that of saying the most frequent class, and the least there can be."""
    snapshot, rows = found.snapshot, list[ErrorRow]()
    for name, part in (("Training", snapshot.data.training), ("Test", snapshot.data.testing)):
        if len(part):
            good = found.judgement if part is found.part else judgement(snapshot, part)
            low, high = good.interval
            rows.append(ErrorRow(name, good.error, 1 - high, 1 - low))
    usual = found.judgement.usual
    if usual != UNLABELLED:
        rows.append(ErrorRow(f"Always {found.names[usual]}", 1 - found.judgement.baseline))
    least = bayes_error(snapshot.session.document.source) if knows_law(snapshot) else None
    return rows if least is None else [*rows, ErrorRow("Best possible", least)]


def _blocks(found: Verdict) -> tuple[Block, ...]:
    """Return what can be read, and below it what can be set."""
    good = found.judgement
    errors = tuple((row.name, percent(row.value), row.interval) for row in _errors(found))
    labels = good.classes.tolist()
    by_class = tuple(
        (found.names[label], percent(good.precision[row]), percent(good.recall[row]), percent(good.f1[row]))
        for row, label in enumerate(labels)
    )
    means = ("Mean", percent(good.mean_precision), percent(average(good.recall)), percent(good.mean_f1))
    whole = (
        ("Right in all (accuracy)", percent(good.accuracy)),
        ("Mean of the classes (balanced)", percent(good.balanced)),
        ("Log loss", "–" if np.isnan(good.log_loss) else text(good.log_loss)),
    )
    doubt = (("In doubt", f"{int(good.rejected.sum())} of {good.count}"),) if found.rule.reject else ()
    return (
        TableBlock("Errors", errors, ("", "wrong", "95 %")),
        TableBlock("By class", (*by_class, means), ("", "precision", "recall", "F1")),
        TableBlock("In all", (*whole, *doubt)),
        *(block for _, block in _settings(found)),
        *([Paragraph("Costs", (ELSEWHERE,))] if len(found.step.classes) > MOST_PRICED else []),
    )


def _settings(found: Verdict) -> list[tuple[str, TableBlock]]:
    """Return the blocks that change the rule, each with what it changes."""
    scores, blocks = found.ranking, list[tuple[str, TableBlock]]()
    has_chances = isinstance(found.step, HasProbabilities)
    if scores is not None and found.cut is not None:
        letter = f"p of {found.names[scores.positive]}" if scores.has_chances else "score f"
        least, most = (0.0, 1.0) if scores.has_chances else (-FARTHEST, FARTHEST)
        words = f"{found.names[scores.positive]} is said above this {letter}"
        spec = Spec("threshold", 0.5, "Threshold", words, least, most)
        blocks.append(("threshold", TableBlock("", ((f"Threshold on the {letter}", repr(found.cut)),), spec=spec)))
    if has_chances:
        blocks.append(("doubt", TableBlock("", (("No class below p =", repr(found.rule.reject)),), spec=DOUBT)))
    choices = _choices(found)
    if choices:
        blocks.append(("choices", TableBlock("", tuple((words,) for words, _ in choices), hands=True)))
    if has_chances and len(found.step.classes) <= MOST_PRICED:
        blocks.append(("costs", _cost_table(found)))
    return blocks


def _cost_table(found: Verdict) -> TableBlock:
    labels = np.asarray(found.step.classes).tolist()
    table = prices(found.rule, np.asarray(found.step.classes))
    rows = tuple((found.names[truth], *(repr(float(table[truth, said])) for said in labels)) for truth in labels)
    title = "Costs (rows true, columns said)" + ("" if found.rule.costs else ", not in use")
    return TableBlock(title, rows, ("", *(shortened(found.names[label], LONGEST) for label in labels)), spec=PRICE)


def _choices(found: Verdict) -> list[tuple[str, Session]]:
    """Return what a click can do to the rule, in words, with the session after it."""
    session, scores, curve, made = found.snapshot.session, found.ranking, found.curve, list[tuple[str, Session]]()
    if scores is not None and curve is not None and curve.positives and curve.negatives:
        best = min(max(float(curve.cuts[curve.best]), scores.low), scores.high)
        made.append((f"Threshold with most right: {text(best)}", with_threshold(session, best)))
        if found.rule.costs:
            one = prices_of(found)
            low = min(max(float(curve.cuts[curve.cheapest(one.alarm, one.miss)]), scores.low), scores.high)
            made.append((f"Cheapest threshold on these points: {text(low)}", with_threshold(session, low)))
    if found.rule != PLAIN:
        made.append(("Back to the plain rule: the likeliest class", plain_rule(session)))
    return made


def _set(found: Verdict, touched: Touched) -> Session | None:
    """Return the session after a choice was clicked or a number typed."""
    blocks, session, row = _settings(found), found.snapshot.session, int(touched.x)
    if not 0 <= touched.panel - TO_READ < len(blocks):
        return None
    match blocks[touched.panel - TO_READ][0]:
        case "threshold":
            return with_threshold(session, touched.value)
        case "doubt":
            return with_doubt(session, touched.value)
        case "choices":
            return _choices(found)[row][1]
    classes = np.asarray(found.step.classes)
    return with_price(session, classes, int(classes[row]), int(classes[int(touched.y) - 1]), touched.value)


def _sentences(found: Verdict) -> list[str]:
    """Return what must be said beside the numbers."""
    data, good, names = found.snapshot.data, found.judgement, found.names
    said: list[str | None] = [objection(found.step, found.rule)]
    if not len(data.testing):
        said.append("No points are held out: the training points flatter the model.")
    known = set(np.asarray(found.step.classes).tolist())
    missing = [names[label] for label in np.unique(found.part.labels).tolist() if label not in known]
    if missing:
        said.append(f"Never said, since it was not learnt: {', '.join(missing)}.")
    bare = int(np.count_nonzero(data.labels == UNLABELLED))
    if bare:
        said.append(f"{counted(bare, 'point')} without a class {'is' if bare == 1 else 'are'} not judged.")
    said += [_of_scores(found), _of_square(found)]
    if good.decided == 0 and good.count:
        said.append("All points are in doubt: no class is said.")
    return [sentence for sentence in said if sentence]


def _of_scores(found: Verdict) -> str:
    scores, curve = found.ranking, found.curve
    if scores is None or curve is None:
        return ""
    if not curve.positives or not curve.negatives:
        lacking = scores.positive if not curve.positives else int(np.asarray(found.step.classes)[0])
        return f"None of these points is {found.names[lacking]}: there is no ROC curve."
    return "All scores are equal: no threshold tells the classes apart." if len(curve.hits) == 2 else ""


def _of_square(found: Verdict) -> str:
    """Return Bayes' rule in numbers: how many of those taken for the second class are of it."""
    good = found.judgement
    if found.snapshot.session.view.option(SHOWN, COUNTS) != SQUARE or len(good.classes) != 2:
        return ""
    said, name = int(good.confusion[:, 1].sum()), found.names[int(good.classes[1])]
    return (
        f"Of {said:,} taken for {name}, {int(good.confusion[1, 1]):,} are: {percent(float(good.precision[1]))}."
        if said
        else f"Nothing is taken for {name}."
    )
