"""Finding by typing: how long an answer over 2000 entries takes, against one frame of the screen."""

import random
from statistics import median
from time import process_time

from mlexplorer.lessons.finding import Findable, find

COUNT, TIMES, FRAME = 2000, 15, 1000 / 60
TEXT = (
    "support vector machine decision tree gaussian mixture points cost street regions boundary layer save open present "
    "show error curve slack weight centre neighbour density kernel learning rate momentum penalty seed noise class"
)
WORDS = TEXT.split()
QUESTIONS = ("s", "su", "svm", "cost", "support vec", "e a s t", "qqq", "street curve boundary")


def main(words: list[str]) -> int:
    """Print the milliseconds of each question, and return whether one takes longer than a frame."""
    del words
    random_words = random.Random(0)
    entries = tuple(
        Findable(
            str(number), " ".join(random_words.choices(WORDS, k=4)), "", " ".join(random_words.choices(WORDS, k=8))
        )
        for number in range(COUNT)
    )
    find("warm up", entries)
    slowest = 0.0
    for question in QUESTIONS:
        taken = median(_milliseconds(question, entries) for _ in range(TIMES))
        slowest = max(slowest, taken)
        print(f"{question:24} {taken:6.1f} ms   (bound {FRAME:.1f})")
    return int(slowest > FRAME)


def _milliseconds(question: str, entries: tuple[Findable, ...]) -> float:
    begun = process_time()
    find(question, entries)
    return 1000 * (process_time() - begun)
