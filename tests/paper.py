"""A paper of two pages with our figures in it, as PDF and as TikZ: python -m tests.paper FOLDER writes paper.pdf."""

import subprocess
import sys
from pathlib import Path

from mlexplorer.cli.shell import main

TEXT = (
    "A support vector machine looks for the widest street between two classes. Points on its margins hold it; all "
    "others could be taken away without a change. A small cost widens the street and lets points stand inside. "
)
FIGURES = {
    "street.tex": ["moons", "--model", "svm", "--width", "85mm"],
    "grid.pdf": ["moons", "--model", "svm", "--vary", "cost=0.1,10", "--vary", "gamma=0.5,2,8", "--width", "170mm"],
    "tree.tex": ["moons", "--model", "tree", "--view", "plane+tree", "--width", "170mm", "--theme", "print_grey"],
    "descent.pdf": ["gaussians", "--model", "logistic", "--set", "solver=gradient", "--view", "landscape"],
    "curve.tex": ["sine", "--model", "polynomial", "--width", "85mm", "--hold-out", "0.3"],
}
WIDE = ("grid.pdf", "tree.tex")
CAPTIONS = {
    "street.tex": "Two moons and the street between them.",
    "descent.pdf": "The way down on the loss of logistic regression.",
    "curve.tex": "A polynomial through a noisy sine; hollow points were held out.",
    "grid.pdf": "The street for two costs (rows) and three widths of the kernel (columns).",
    "tree.tex": "A decision tree on the same points, as regions and as questions.",
}
HEAD = r"""\documentclass[twocolumn,a4paper]{article}
\usepackage[margin=18mm,columnsep=4mm]{geometry}\renewcommand{\topfraction}{.95}\renewcommand{\dbltopfraction}{.95}\renewcommand{\textfraction}{.05}
\usepackage{graphicx,tikz}
\title{Figures that can be submitted}\author{ML Explorer}\date{}
\begin{document}\maketitle
"""


def paper() -> str:
    """Return the LaTeX of the paper."""
    parts = [HEAD]
    for number, (name, words) in enumerate(CAPTIONS.items()):
        kind = "figure*" if name in WIDE else "figure"
        place = "!t" if name in WIDE else "!h"
        drawn = rf"\input{{{name}}}" if name.endswith(".tex") else rf"\includegraphics{{{name}}}"
        parts.append(rf"\section{{Part {number + 1}}} {TEXT} See Figure~\ref{{{name}}}." + "\n")
        parts.append(
            rf"\begin{{{kind}}}[{place}]\centering {drawn}\caption{{{words}}}\label{{{name}}}\end{{{kind}}}" + "\n"
        )
    return "\n".join([*parts, TEXT, r"\end{document}", ""])


def build(folder: Path) -> Path:
    """Draw the figures into a folder, set the paper there and return its PDF."""
    for name, words in FIGURES.items():
        assert main(["figure", *words, "-o", str(folder / name)]) == 0
    (folder / "paper.tex").write_text(paper(), encoding="utf-8")
    for _ in range(2):  # the second time with the numbers of its figures
        words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
        subprocess.run(words, cwd=folder, check=True, capture_output=True)
    return folder / "paper.pdf"


if __name__ == "__main__":
    sys.stdout.write(f"{build(Path(sys.argv[1]))}\n")
