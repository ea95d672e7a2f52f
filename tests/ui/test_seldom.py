"""What may wait during a gesture is told now and then, and the latest always."""

import pytest
import shiboken6

from mlexplorer.session.opening import opening
from mlexplorer.ui.seldom import Seldom
from mlexplorer.ui.store import Store


@pytest.fixture
def told(qapp):
    del qapp
    heard = []
    store = Store(opening())
    yield store, Seldom(store, heard.append), heard
    shiboken6.delete(store)  # and its timers


def test_what_may_not_wait_is_told_at_once(told):
    _, seldom, heard = told
    for number in range(3):
        seldom.tell(number, waits=False)
    assert heard == [0, 1, 2]


def test_of_what_may_wait_the_first_is_told_at_once_and_the_latest_when_the_hand_lets_go(told):
    store, seldom, heard = told
    store.begin_gesture()
    for number in range(5):
        seldom.tell(number, waits=True)
    assert heard == [0]
    store.end_gesture()
    assert heard == [0, 4]


def test_the_latest_is_told_after_a_while_even_if_the_hand_holds_on(told, qtbot):
    store, seldom, heard = told
    store.begin_gesture()
    for number in range(5):
        seldom.tell(number, waits=True)
    qtbot.waitUntil(lambda: heard == [0, 4], timeout=20_000)


def test_nothing_old_is_told_after_something_that_could_not_wait(told):
    store, seldom, heard = told
    store.begin_gesture()
    for number in range(3):
        seldom.tell(number, waits=True)
    seldom.tell("at rest", waits=False)
    store.end_gesture()
    assert heard == [0, "at rest"]
