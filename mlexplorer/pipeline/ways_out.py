"""The way out where a model cannot use the points: other models that can, each one click away."""

from dataclasses import replace

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Model
from mlexplorer.core.notice import CannotFit, Notice, Remedy
from mlexplorer.core.numbers import small
from mlexplorer.core.source import Source

MOST_OFFERED = 3
WITHOUT_CLASSES = ("cluster", "density")  # tasks for points whose purpose nobody told
SENTENCES = {"regress": "These points are of one class: a curve can be fitted to them."}


def with_ways_out(notice: Notice, model: Model, data: Dataset, source: Source) -> Notice:
    """Return a notice with the models that can learn from data in which a classifier finds fewer than two classes."""
    lacks = model.task == "classify" and len(data) > 0 and len(data.training.classes) < model.fewest_classes
    unlabelled = len(data.training) == 0
    if not lacks or notice.remedy is not None or not (unlabelled or source.purpose):
        return notice
    tasks = (source.purpose,) if source.purpose else WITHOUT_CLASSES
    kinds = [(name, kind) for task in tasks for name, kind in registry.models().items() if kind.task == task]
    offers = [Remedy(f"Use {small(kind.title)}", model=name) for name, kind in kinds if _accepts(kind(), data)]
    if not offers:
        return notice
    sentence = SENTENCES.get(source.purpose, notice.sentence)
    return replace(notice, sentence=sentence, remedy=offers[0], others=tuple(offers[1:MOST_OFFERED]))


def _accepts(model: Model, data: Dataset) -> bool:
    try:
        model.refuse(model.training(data))
    except CannotFit:
        return False
    return True
