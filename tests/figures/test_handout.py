"""The handout: a scene with its note on each page, in text that can be searched, and a book that can be opened."""

from dataclasses import replace

import pypdfium2
import pytest

from mlexplorer.cli.shell import main
from mlexplorer.core import registry
from mlexplorer.figures import handout
from mlexplorer.figures.files import embedded
from mlexplorer.session import storage
from mlexplorer.session.session import Book, Document, Run, Scene, Session
from mlexplorer.session.side_by_side import SIDE

pytestmark = pytest.mark.usefixtures("qapp")
LONG = " ".join(f"word{number}" for number in range(2000))


def session(*models):
    return Session(Document(registry.source("moons")(), tuple(Run(registry.model(name)()) for name in models)))


@pytest.fixture(scope="module")
def book():
    both = session("lda", "knn")
    beside = replace(both, view=both.view.switched(SIDE, True))
    return Book(
        (
            Scene(session("lda"), "A straight line", "Ask: why here?\n\nThen press play.", kept=True),
            Scene(beside, "", "Two answers, çà et là.", kept=True),
            Scene(session("knn"), "A long story <b>", LONG, kept=True),
        )
    )


@pytest.fixture(scope="module")
def made(qapp, book):
    del qapp
    *none, content = handout.written(book, "lecture")
    assert none == [None] * len(book.scenes)
    return content


def pages(content):
    document = pypdfium2.PdfDocument(content)
    return [document[index].get_textpage().get_text_bounded() for index in range(len(document))]


def test_each_scene_has_a_page_with_its_title_picture_and_note(made):
    first, second, *_ = pages(made)
    for words in ("A straight line", "Linear discriminant", "Ask: why here?", "Then press play.", "lecture", "1 / 3"):
        assert words in first
    assert "Two answers, çà et là." in second
    assert "Linear discriminant · Two moons" in second, "a scene without a title is called after what it shows"


def test_a_long_note_goes_on_and_no_word_is_lost(made):
    told = pages(made)
    assert len(told) > 3
    assert "A long story <b> (continued)" in told[3]
    words = " ".join(told[2:]).split()
    assert [word for word in LONG.split() if word not in words] == []


def test_the_pages_have_the_size_of_the_paper(book):
    short = replace(book, scenes=book.scenes[:1])
    *_, content = handout.written(short, "lecture", handout.Handout(paper="letter", theme="print_grey"))
    assert pypdfium2.PdfDocument(content)[0].get_size() == pytest.approx((612, 792), abs=0.2)


def test_nothing_stands_outside_of_the_margins(made):
    document = pypdfium2.PdfDocument(made)
    for index in range(len(document)):
        text, (width, _) = document[index].get_textpage(), document[index].get_size()
        for number in range(text.count_rects()):
            left, bottom, right, _ = text.get_rect(number)
            assert left >= handout.MARGIN - 1
            assert right <= width - handout.MARGIN + 1
            assert bottom >= handout.MARGIN * 0.5


def test_the_same_book_gives_the_same_bytes_and_can_be_opened_again(book, made, tmp_path):
    *_, again = handout.written(book, "lecture")
    assert again == made
    (tmp_path / "h.pdf").write_bytes(made)
    assert embedded.read(tmp_path / "h.pdf") == book


def test_from_a_shell(book, tmp_path, capsys):
    storage.save(replace(book, scenes=book.scenes[:2]), tmp_path / "lecture.mlx.json")
    file, wanted = str(tmp_path / "lecture.mlx.json"), str(tmp_path / "h.pdf")
    assert main(["handout", file, "-o", wanted, "--paper", "a4"]) == 0
    assert len(pages((tmp_path / "h.pdf").read_bytes())) == 2
    assert main(["handout", file, "-o", str(tmp_path / "h.svg")]) == 2
    assert main(["handout", str(tmp_path / "none.mlx.json"), "-o", wanted]) == 1
    assert main(["handout", file, "-o", wanted, "--paper", "a5"]) == 2
    assert "A handout cannot be written as '.svg'" in capsys.readouterr().err
