"""Whether a figure can be read, and at which width it could: advice where one is too small or too high."""

from dataclasses import replace

from mlexplorer.figures.boards import board
from mlexplorer.figures.page import Page
from mlexplorer.figures.sheet import MOST_MM, POINTS_PER_MM

PAGE_MM = 297.0  # the height of a page of A4
SMALL_MM = 18.0  # plots that are narrower or lower are hard to read
STEP_MM = 5


def advice(page: Page) -> str:
    """Return a sentence about a figure that is higher than a page or whose plots are very small; "" if all is well."""
    high, small = _height(page), _smallest(page)
    if high > PAGE_MM:
        what = f"The figure is {high:.0f} mm high, higher than a page"
    elif small < SMALL_MM:
        what = f"The smallest plot measures {small:.0f} mm, which is hard to read"
    else:
        return ""
    width = _better(page)
    return f"{what}: {f'a width of {width} mm' if width else 'fewer plots'} would do."


def _better(page: Page) -> int | None:
    """Return the nearest width at which the same plots fit a page and can be read, wider ones first."""
    start = int(page.sheet.width // STEP_MM) * STEP_MM
    wider = range(start + STEP_MM, int(min(2 * start + 100, MOST_MM)), STEP_MM)
    narrower = range(start - STEP_MM, 30, -STEP_MM)
    return next((width for width in (*wider, *narrower) if _fits(page, width)), None)


def _fits(page: Page, width: int) -> bool:
    sheet = replace(page.sheet, width=float(width))
    plots = [cell.plot for row in page.board for cell in row]
    shared = not all(cell.left for row in page.board for cell in row)
    other = Page(sheet, board(plots, sheet, shared), page.entries, page.caption)
    try:
        return _height(other) <= PAGE_MM and _smallest(other) >= SMALL_MM
    except ValueError:  # too narrow
        return False


def _height(page: Page) -> float:
    return page.size.height / POINTS_PER_MM


def _smallest(page: Page) -> float:
    """Return the narrowest width or lowest height of a plot in millimetres."""
    sides = [side for row in page.rects for rect in row for side in (rect.width(), rect.height())]
    return min(sides) / POINTS_PER_MM
