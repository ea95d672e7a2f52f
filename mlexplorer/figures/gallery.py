"""A gallery: every model on every source as a figure, and one page that shows them all."""

from collections.abc import Callable
from html import escape
from pathlib import Path

from mlexplorer.core import registry
from mlexplorer.core.model import Model
from mlexplorer.core.source import Source
from mlexplorer.core.writing import made_folder, write_all
from mlexplorer.figures import caption
from mlexplorer.figures.figure import figure_of, snapshot_for
from mlexplorer.figures.sheet import Sheet
from mlexplorer.pipeline.pipeline import Pipeline
from mlexplorer.session.session import Document, Run, Session

PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>ML Explorer: gallery</title>
<style>body{{font:15px/1.4 Inter,sans-serif;margin:24px}}
figure{{display:inline-block;margin:8px;width:320px;vertical-align:top}}
img{{width:100%}}figcaption{{font-size:12px;color:#565e6c}}</style></head><body>
<h1>Every model on every source</h1>
{body}
</body></html>
"""


def write_gallery(folder: Path, sheet: Sheet, tell: Callable[[str], None]) -> None:
    """Write a figure for each model and source into a folder, and index.html; tell hears of every model."""
    made_folder(folder)
    sources = {name: kind for name, kind in registry.sources().items() if len(kind().make())}
    parts = []
    for name, kind in registry.models().items():
        figures, shown = {}, []
        for place, source in sources.items():
            path = folder / f"{name}-{place}.svg"
            figures[path], words = _drawn(kind(), source(), sheet)
            shown.append(f'<figure><img src="{path.name}" alt=""><figcaption>{escape(words)}</figcaption></figure>')
        write_all(figures)
        parts.append(f"<h2>{escape(kind.title)}</h2>\n" + "\n".join(shown))
        tell(f"{kind.title}: {len(figures)} figures")
    write_all({folder / "index.html": PAGE.format(body="\n".join(parts)).encode()})


def _drawn(model: Model, source: Source, sheet: Sheet) -> tuple[bytes, str]:
    snapshot = snapshot_for(Session(Document(source, (Run(model),))), sheet, Pipeline())
    return figure_of(snapshot, sheet).rendered(".svg"), caption.sentence(snapshot)
