"""New labels of a view have a turn of their own, and nobody sees half of a view."""

from PySide6.QtWidgets import QLabel


def test_nothing_is_painted_while_only_the_labels_of_a_view_are_new(open_hands):
    hands = open_hands("lda")
    linked, halves = hands.window.linked, []

    def titles():
        return [chart.title for chart in linked.charts if not chart.isHidden()]

    def note():
        if not linked.is_whole:
            words = [label.text() for label in linked.reading.findChildren(QLabel)]
            halves.append((linked.updatesEnabled(), any(words), titles()))

    before = titles()
    hands.window.jobs.arrived.connect(note)  # told after the panel, in the same turn
    linked.choose("explain")
    hands.settle()
    assert halves[0] == (False, True, before), "the labels are there, what stands around them is of the view before"
    assert linked.updatesEnabled()
    assert titles() != before
