"""Formulas that are too wide for one row are broken into few rows, about in their middle."""

from mlexplorer.painting.equation import rows

SUM = " + ".join(rf"w_{{{number}}} x_{{{number}}}" for number in range(1, 9))


def test_a_formula_is_broken_into_as_few_rows_as_it_needs():
    (whole,) = rows(f"f(x) = {SUM}", 1e6)
    parts = rows(f"f(x) = {SUM}", 0.75 * whole.width)
    assert len(parts) == 2
    assert max(part.width for part in parts) <= 0.75 * whole.width
    many = rows(f"f(x) = {SUM}", 0.3 * whole.width)
    assert 4 <= len(many) <= 6
    assert max(part.width for part in many) <= 0.3 * whole.width


def test_what_cannot_be_broken_stays_whole():
    (fraction,) = rows(rf"\frac{{{SUM}}}{{2}}", 10.0)
    assert fraction.width > 10
