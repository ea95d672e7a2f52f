"""The way out where a model cannot use the points: other models that can, each one click away."""

from dataclasses import replace

from mlexplorer.core import registry
from mlexplorer.core.data import Dataset
from mlexplorer.core.model import Model
from mlexplorer.core.notice import CannotFit, Notice, Remedy
from mlexplorer.core.numbers import small
from mlexplorer.core.source import Source
from mlexplorer.pipeline.point_display import is_one_feature

MOST_OFFERED = 3
WITHOUT_CLASSES = ("cluster", "density")  # tasks for points whose purpose nobody told
WITH_CLASSES, WITHOUT = ("stump", "logistic", "kde"), ("kde", "kmeans", "gmm")  # what works on one feature
FIRST = ("polynomial", "kmeans")
SENTENCES = {"regress": "These points are of one class: a curve can be fitted to them."}


def with_ways_out(notice: Notice, model: Model, data: Dataset, source: Source) -> Notice:
    """Return a notice with the models that can learn from data in which a classifier finds fewer than two classes."""
    lacks = model.task == "classify" and len(data) > 0 and len(data.training.classes) < model.fewest_classes
    unlabelled = len(data.training) == 0
    if not lacks or notice.remedy is not None or not (unlabelled or source.purpose):
        return notice
    tasks = (source.purpose,) if source.purpose else WITHOUT_CLASSES
    kinds = [(name, kind) for task in tasks for name, kind in registry.models().items() if kind.task == task]
    kinds.sort(key=lambda pair: pair[0] not in FIRST)  # the plainest way out first
    offers = [Remedy(f"Use {small(kind.title)}", model=name) for name, kind in kinds if _accepts(kind(), data)]
    if not offers:
        return notice
    sentence = SENTENCES.get(source.purpose, notice.sentence)
    return replace(notice, sentence=sentence, remedy=offers[0], others=tuple(offers[1:MOST_OFFERED]))


def one_feature_advice(model: Model, data: Dataset) -> Notice | None:
    """Return what to do with points of one feature under a curve, which needs a second one to follow."""
    if model.task != "regress" or not is_one_feature(data):
        return None
    names = WITH_CLASSES if len(data.training.classes) > 1 else WITHOUT
    offers = [Remedy(f"Use {small(registry.model(name).title)}", model=name) for name in names]
    return Notice("These points have one feature: a curve has nothing to follow.", offers[0], tuple(offers[1:]))


def _accepts(model: Model, data: Dataset) -> bool:
    try:
        model.refuse(model.training(data))
    except CannotFit:
        return False
    return True
