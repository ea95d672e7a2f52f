"""Finding by typing: what can be found as plain entries, a forgiving match, and the number at the end of a question."""

import heapq
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

MOST = 40  # entries an answer has
WHOLE, BEGINNING, WORD, INSIDE, SPREAD, ELSEWHERE = 20.0, 80.0, 60.0, 40.0, 15.0, 8.0  # worth of a match
ASKED = 50.0  # worth of a question that a title asks too
LONGEST_QUESTION = 100  # letters that are looked at
GAP = re.compile(r"\W")
ASKING, AROUND = "how what when which why", "a an are can did do does i in is it my of on the"
FILLERS = frozenset(f"{ASKING} {AROUND}".split(" "))  # they make a question of what is sought, and may be missing
LEAP = "(?:[^ ]{0,2}?|[^ ]* (?:.*? )?)"  # between letters that are spread: two forgotten ones, or to another word
NUMBER = re.compile(
    r"(?P<words>.*?)(?:\s*[=:]\s*|\s+)(?P<sign>[-−]?)(?P<digits>(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(?P<percent>%?)"
)


@dataclass(frozen=True)
class Findable:
    """Something that can be found: what it is called, the group it stands in, and other words it answers to."""

    name: str
    title: str
    group: str
    also: str = ""
    favour: float = 0.0  # added to the worth of a match

    @cached_property
    def folded(self) -> tuple[str, str, frozenset[str]]:
        """The title and the other words in small letters with blanks between and around, and the letters in them."""
        title, also = (f" {GAP.sub(' ', words.casefold())} " for words in (self.title, self.also))
        return title, also, frozenset(title + also)


@dataclass(frozen=True)
class Found:
    """An entry that answers a question, what the match is worth, and which letters of its title it is about."""

    entry: Findable
    worth: float
    spans: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Sought:
    """A word of a question, as it begins a word, as it is one, and as its letters begin words or nearly follow."""

    word: str
    beginning: str
    whole: str
    spread: re.Pattern[str]
    is_whole: bool = False  # no beginning or part of another: who asks "which k" seeks no kernel, 2 is not in 20


def find(question: str, entries: Sequence[Findable], most: int = MOST, nearly: bool = True) -> tuple[Found, ...]:
    """Return the entries that have every word of a question, the best first; without a question the first ones.

    Where none has all of three words or more, those that nearly do: that have the most of them, and more than half.
    """
    words = _sought(question)
    if not words:
        return tuple(Found(entry, entry.favour) for entry in entries[:most])
    letters, asked = frozenset("".join(one.word for one in words)), _asked(question)
    fit = ((number, entry) for number, entry in enumerate(entries) if letters <= entry.folded[2])
    rated = [(-_worth(words, asked, entry), number) for number, entry in fit]
    best = heapq.nsmallest(most, (one for one in rated if one[0] < inf))
    best = best if best or not nearly else _nearest(words, asked, entries, most)
    return tuple(Found(entries[number], -loss, _spans(words, entries[number])) for loss, number in best)


def grouped(found: Iterable[Found], most: int = MOST) -> dict[str, list[Found]]:
    """Return what was found by groups, that of the best match first; of each at most so many if there are several."""
    groups: dict[str, list[Found]] = {}
    for one in found:
        groups.setdefault(one.entry.group, []).append(one)
    return groups if len(groups) == 1 else {group: some[:most] for group, some in groups.items()}


def number_in(question: str) -> tuple[str, float | None]:
    """Return a question without the number at its end, and the number: "c 10" is ("c", 10)."""
    found = NUMBER.fullmatch(question[:LONGEST_QUESTION].strip().casefold())
    if found is None or not found["words"].strip():
        return question, None
    value = float(found["digits"]) / (100 if found["percent"] else 1)
    return found["words"].strip(), -value if found["sign"] else value


def _words(question: str) -> dict[str, None]:
    return dict.fromkeys(GAP.sub(" ", question[:LONGEST_QUESTION].casefold()).split())


def _asked(question: str) -> list[str]:
    """Return the words that make a question of what is sought, as they stand in a title."""
    return [f" {word} " for word in _words(question) if word in ASKING.split(" ")]


def _sought(question: str) -> list[Sought]:
    words = _words(question)
    said = [word for word in words if word not in FILLERS] or list(words)
    return [
        Sought(
            word,
            f" {word}",
            f" {word} ",
            re.compile(" " + LEAP.join(f"({letter})" for letter in word)),
            word.isdigit() or (len(word) == 1 and len(said) < len(words)),
        )
        for word in said
    ]


def _worth(words: list[Sought], asked: list[str], entry: Findable) -> float:
    """Return what a match is worth, −∞ if a word is missing; of equal matches the shorter title is worth more."""
    worth = entry.favour - len(entry.title) / 100 + ASKED * any(word in entry.folded[0] for word in asked)
    for sought in words:
        worth += _rated(sought, entry)[0]
    return worth


def _nearest(words: list[Sought], asked: list[str], entries: Sequence[Findable], most: int) -> list[tuple[float, int]]:
    """Return minus the worth and the number of the entries that lack the fewest words, less than half of them."""
    fewest = (len(words) - 1) // 2
    found: list[tuple[float, int]] = []
    for number, entry in enumerate(entries):
        there = [one for one in words if _rated(one, entry)[0] > -inf]
        lacks = len(words) - len(there)
        if lacks < fewest:
            fewest, found = lacks, []
        if 0 < lacks == fewest:
            found.append((-_worth(there, asked, entry), number))
    return heapq.nsmallest(most, found)


def _spans(words: list[Sought], entry: Findable) -> tuple[tuple[int, int], ...]:
    """Return which letters of a title its match is about."""
    title = entry.folded[0]
    found: list[tuple[int, int]] = []
    for sought in words:
        rated, at = _rated(sought, entry)
        loose = sought.spread.search(title) if rated == SPREAD else None
        if loose is not None:
            found += [(loose.start(number) - 1, loose.end(number) - 1) for number in range(1, len(sought.word) + 1)]
        elif at >= 0:
            found.append((at, at + len(sought.word)))
    return tuple(sorted(found))


def _rated(sought: Sought, entry: Findable) -> tuple[float, int]:
    """Return what one word of a question is worth in an entry, and where it stands in the title, −1 if nowhere."""
    title, also, _ = entry.folded
    at = title.find(sought.whole)
    if at >= 0:
        return WHOLE + (WORD if at else BEGINNING), at
    at = -1 if sought.is_whole else title.find(sought.beginning)
    if at >= 0:
        return WORD if at else BEGINNING, at
    if (sought.whole if sought.is_whole else sought.beginning) in also:
        return (WORD - ELSEWHERE if sought.whole in also else ELSEWHERE), -1
    if sought.is_whole or len(sought.word) == 1:  # one letter stands in almost everything
        return -inf, -1
    at = title.find(sought.word)
    if at >= 0:
        return INSIDE, at - 1
    return (-inf if sought.spread.search(title) is None else SPREAD), -1
