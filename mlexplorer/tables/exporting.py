"""Points as text that can be copied: a NumPy literal, and rows a spreadsheet understands."""

from mlexplorer.core.data import UNLABELLED, Dataset

WIDTH = 100


def numpy_literal(data: Dataset) -> str:
    """Return Python lines that make the same points and labels, with all digits."""
    points = _wrapped([f"[{x!r}, {y!r}]" for x, y in data.points.tolist()])
    labels = _wrapped([str(label) for label in data.labels.tolist()])
    lines = [
        "import numpy as np",
        "",
        f"points = np.array({points}).reshape(-1, 2){_comment(', '.join(data.names))}",
        f"labels = np.array({labels}, dtype=int){_comment(_legend(data))}",
    ]
    if data.held_out.any():
        lines.append(f"held = np.array({_wrapped([str(int(out)) for out in data.held_out.tolist()])}, dtype=bool)")
    return "\n".join(lines) + "\n"


def spreadsheet_rows(data: Dataset) -> str:
    """Return the points as rows parted by tabs, with a header."""
    names = {label: data.class_names[label] for label in data.classes.tolist()} | {UNLABELLED: ""}
    header = "\t".join([*data.names, "class"])
    pairs = zip(data.points.tolist(), data.labels.tolist(), strict=True)
    return "\n".join([header, *(f"{x!r}\t{y!r}\t{names[label]}" for (x, y), label in pairs)]) + "\n"


def _wrapped(items: list[str]) -> str:
    """Return a list literal, over several lines if it is long."""
    flat = f"[{', '.join(items)}]"
    if len(flat) <= WIDTH:
        return flat
    lines = [""]
    for item in items:
        if len(lines[-1]) + len(item) + 2 > WIDTH:
            lines.append("")
        lines[-1] += f"{item}, "
    return "\n".join(["[", *(f"    {line.rstrip()}" for line in lines), "]"])


def _legend(data: Dataset) -> str:
    return ", ".join(f"{label} = {data.class_names[label]}" for label in data.classes.tolist())


def _comment(text: str) -> str:
    """Return a remark for the end of a line: on one line, whatever people call their axes."""
    return f"  # {' '.join(text.split())}" if text.strip() else ""
