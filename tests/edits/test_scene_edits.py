"""The scenes of a book: what a hand does to them, whatever the order, can be walked back entry by entry."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlexplorer.core import registry
from mlexplorer.edits import scene_edits
from mlexplorer.session import history, storage
from mlexplorer.session.session import Book, Document, Run, Scene, Session, View


def session(k=1, step=None):
    return Session(Document(registry.source("moons")(), (Run(registry.model("knn")(k=k)),)), View(step=step))


def book_of(*titles, current=0):
    return Book(tuple(Scene(session(k), title, kept=True) for k, title in enumerate(titles, 1)), current)


def titles(book):
    return [scene.title for scene in book.scenes]


def test_keeping_makes_a_page_and_after_a_kept_one_a_new_page():
    plain = Book((Scene(session()),))
    first = scene_edits.kept(plain)
    assert (len(first.scenes), first.scene.kept, first.scene.number) == (1, True, plain.scene.number)
    assert first.scene.title == "Nearest neighbours · Two moons"
    worked = first.with_session(session(7))
    second = scene_edits.kept(worked)
    assert second.current == 1
    assert [scene.now for scene in second.scenes] == [session(1), session(7)], "what was kept first is as it was"
    assert titles(second) == [first.scene.title, f"{first.scene.title} 2"]
    assert titles(scene_edits.kept(second.with_session(session(9))))[-1].endswith(" 3")
    tree = Session(Document(registry.source("moons")(), (Run(registry.model("tree")()),)))
    assert titles(scene_edits.kept(second.with_session(tree)))[-1] == "Decision tree · Two moons"
    named = scene_edits.titled(second, second.scene.number, "My story").with_session(tree)
    assert titles(scene_edits.kept(named))[-1] == "My story 2", "a title given by hand is kept"


def test_a_ready_scene_keeps_its_words_as_its_note():
    book = scene_edits.opened(book_of("One", "Two"), Scene(session(5), "Ready", do="Drag.", see="It follows."))
    assert (titles(book), book.current, book.scene.kept) == (["One", "Ready", "Two"], 1, False)
    other = scene_edits.opened(book, Scene(session(6), "Other"))
    assert titles(other) == ["One", "Other", "Two"], "one that is not kept gives way"
    assert other.scene.number != book.scene.number
    assert scene_edits.kept(book).scene.note == "Drag. It follows."


def test_an_added_scene_stands_last_and_leaves_the_open_one_open():
    book, ready = book_of("One", "Two"), Scene(session(5), "Ready", do="Drag.", see="It follows.")
    twice = scene_edits.added(scene_edits.added(book, ready), ready)
    assert titles(twice) == ["One", "Two", "Ready", "Ready 2"]
    assert (twice.scene, twice.current) == (book.scene, book.current)
    assert [scene.kept for scene in twice.scenes] == [True] * 4
    assert twice.scenes[2].note == "Drag. It follows."
    assert len({scene.number for scene in twice.scenes}) == len(twice.scenes)


def test_a_kept_scene_changes_only_by_update():
    book = book_of("One").with_session(session(9, step=0))
    assert book.session == session(9, step=0)
    assert book.scene.session == session(1)
    assert book.scene.is_changed
    assert scene_edits.restored(book).session == session(1)
    assert scene_edits.updated(book).scene == replace(book.scene, session=session(9, step=0), sitting=None)
    looked = book_of("One").with_session(session(1, step=3))
    assert not looked.scene.is_changed, "looking around is no edit"
    assert looked.session.view.step == 3


def test_a_file_holds_what_is_kept_and_says_so():
    book = book_of("One", "Two").with_session(session(9))
    again = storage.loads(storage.dumps(book))
    assert again == book.as_kept
    assert all(scene.kept for scene in again.scenes)


def test_several_scenes_that_do_not_say_so_are_kept():
    text = storage.dumps(book_of("One", "Two")).replace('"kept":true', '"kept":false')
    assert all(scene.kept for scene in storage.loads(text).scenes)
    single = storage.dumps(book_of("One")).replace('"kept":true', '"kept":false')
    assert not storage.loads(single).scene.kept


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda book: replace(book, scenes=book.scenes * 501), "at most 500"),
        (lambda book: scene_edits.noted(book, 0, "x" * 20_001), "at most 20000 letters"),
        (lambda book: replace(book, next_number=2**60), "a number that no scene can have"),
    ],
    ids=["many", "long", "number"],
)
def test_what_no_window_could_have_made_is_refused(change, words):
    with pytest.raises(storage.BadFile, match=words):
        storage.loads(storage.dumps(change(book_of("One"))))


def test_removing_goes_on_to_the_next_and_never_takes_the_last():
    book = book_of("One", "Two", "Three", current=1)
    assert scene_edits.removed(book, 1).scene.title == "Three"
    assert scene_edits.removed(book, 0).scene.title == "Two"
    assert scene_edits.removed(book, 2).scene.title == "Two"
    last = scene_edits.removed(scene_edits.removed(book, 2), 1)
    assert last.scene.title == "One"
    assert scene_edits.removed(last, 0) is last


def test_the_number_of_a_removed_scene_is_not_used_again():
    book = scene_edits.removed(book_of("One", "Two"), 1)
    assert scene_edits.duplicated(book, 0).scene.number == 2


def test_a_scene_that_plays_begins_where_it_is_kept():
    book = scene_edits.playing(book_of("One", "Two"), 1, True)
    there = scene_edits.walked(book, 1)
    assert there.session.view.step == 0
    assert scene_edits.walked(book_of("One", "Two"), 1).session.view.step is None
    played = there.with_session(session(2, step=40))
    assert scene_edits.walked(scene_edits.walked(played, 0), 1).session.view.step == 0


ACTIONS = st.tuples(
    st.sampled_from(["edit", "keep", "update", "restore", "move", "copy", "remove", "rename", "walk", "open", "look"]),
    st.integers(0, 7),
    st.integers(0, 7),
)


def done(past, action, first, second):
    """Return the history after an action, as the store records it."""
    book = past.book
    number, place = book.scenes[first % len(book.scenes)].number, second % len(book.scenes)
    match action:
        case "edit":
            return past.record(book.with_session(session(first + 10)), "edit", where=book.scene.number)
        case "update":
            return past.record(scene_edits.updated(book), "update", where=book.scene.number)
        case "restore":
            return past.record(scene_edits.restored(book), "restore", where=book.scene.number)
        case "walk":
            return past.look(scene_edits.walked(book, place))
        case "look":
            return past.look(book.with_session(replace(book.session, view=View(step=second))))
    changed = {
        "keep": lambda: scene_edits.kept(book),
        "move": lambda: scene_edits.moved(book, number, place),
        "copy": lambda: scene_edits.duplicated(book, number),
        "remove": lambda: scene_edits.removed(book, number),
        "rename": lambda: scene_edits.titled(book, number, f"Name {second}"),
        "open": lambda: scene_edits.opened(book, Scene(session(second + 1), "Ready")),
    }[action]()
    return past.record(changed, action)


def content(book):
    """Return what undo has to bring back: every scene with its documents, in order; not how it is looked at."""
    return [
        (scene.number, scene.title, scene.kept, scene.session.document, scene.now.document) for scene in book.scenes
    ]


@given(st.lists(ACTIONS, max_size=14))
def test_undo_walks_back_and_redo_forth_whatever_was_done(actions):
    past = history.begin(book_of("One", "Two", "Three"))
    reached = [content(past.book)]
    for action in actions:
        before = past.index
        past = done(past, *action)
        if past.index != before:
            reached.append(content(past.book))
        assert 0 <= past.book.current < len(past.book.scenes)
        assert len({scene.number for scene in past.book.scenes}) == len(past.book.scenes)
    for index in range(len(reached) - 1, -1, -1):
        assert content(past.book) == reached[index]
        past = stepped(past, "undo")
    for index in range(1, len(reached)):
        past = stepped(past, "redo")
        assert content(past.book) == reached[index]


def stepped(past, way):
    """Walk one entry; if that only goes to the scene of the entry, nothing but the open scene may differ."""
    after = getattr(past, way)()
    if after.index != past.index or after.book == past.book:
        return after
    assert replace(after.book, current=past.book.current) == past.book
    label = past.undo_label if way == "undo" else past.redo_label
    again = getattr(after, way)()
    assert label
    assert again.index != past.index, "one walk is enough"
    return again


@given(st.permutations(range(5)), st.integers(0, 4))
def test_every_order_can_be_dragged_and_the_open_scene_stays_open(order, current):
    book = book_of(*"ABCDE", current=current)
    number = book.scene.number
    for place, wanted in enumerate(order):
        book = scene_edits.moved(book, wanted, place)
    assert [scene.number for scene in book.scenes] == list(order)
    assert book.scene.number == number


def test_undo_of_an_edit_made_elsewhere_goes_there_first():
    past = history.begin(book_of("One", "Two"))
    past = past.record(past.book.with_session(session(30)), "edit", where=past.book.scene.number)
    past = past.look(scene_edits.walked(past.book, 1))
    there = past.undo()
    assert (there.book.current, there.book.session) == (0, session(30))
    assert (there.undo_label, there.index) == ("edit", past.index)
    back = there.undo()
    assert (back.book.session, back.index) == (session(1), 0)
    away = back.look(scene_edits.walked(back.book, 1))
    assert away.redo().book.current == 0
    assert away.redo().book.session == session(1)
    assert away.redo().redo().book.session == session(30)
