"""Dates as days: which words are dates, from when days count, and what is said of it."""

import numpy as np
import pytest

from mlexplorer.core.table import finished
from mlexplorer.tables.choosing import Wanted, imported
from mlexplorer.tables.importing import brought_in, guess
from mlexplorer.tables.opening import paste_table


def table(*days):
    rows = [f"{day};{number}.5;a" for number, day in enumerate(days)]
    return finished(paste_table("\n".join(["day;height;kind", *rows])))


@pytest.mark.parametrize(
    ("days", "counted"),
    [
        (("2024-02-28", "2024-03-01", "2023-12-31"), [59, 61, 0]),
        (("2024-02-28 12:00", "2024-02-28T18:00:00"), [0.5, 0.75]),
        (("28.02.2024", "01.03.2024"), [0, 2]),
        (("28/02/2024", "01/03/2024"), [0, 2]),  # no month is the 28th
        (("02/28/2024", "03/01/2024"), [0, 2]),
        (("01/02/2024", "01/03/2024"), [0, 29]),  # the day comes first unless that cannot be
    ],
)
def test_dates_become_days_since_the_first_of_them(days, counted):
    found = table(*days)
    assert found.names[0].startswith("day (days since 202")
    assert found.columns[0].numbers.tolist() == counted


@pytest.mark.parametrize("days", [("2024-02-30", "2024-03-01"), ("2024-02-28", "soon"), ("1.5.2024", "x"), ("a", "b")])
def test_what_is_no_date_stays_a_word(days):
    assert table(*days).columns[0].words == days


def test_a_missing_date_is_missing_and_the_days_are_told():
    found = brought_in(table("2024-01-01", "", "2024-01-08"), guess(table("2024-01-01", "", "2024-01-08")))
    assert found.data.points.tolist() == [[0, 0.5], [7, 2.5]]
    assert found.sentences[0] == "The dates in 'day' are read as days since 2024-01-01."
    assert found.data.names == ("day (days since 2024-01-01)", "height")


def test_a_column_of_dates_is_named_as_in_the_file(tmp_path):
    path = tmp_path / "walks.csv"
    path.write_text("day,steps,km\n2024-01-01,1000,1\n2024-01-03,5000,4\n")
    data = imported(path, Wanted(x="day", y="km")).data
    assert np.array_equal(data.points, [[0, 1], [2, 4]])
