"""Words as LaTeX reads them."""

import re

GREEK = {
    "α": "alpha",
    "β": "beta",
    "γ": "gamma",
    "δ": "delta",
    "ε": "varepsilon",
    "η": "eta",
    "θ": "theta",
    "λ": "lambda",
    "μ": "mu",
    "ν": "nu",
    "ξ": "xi",
    "π": "pi",
    "σ": "sigma",
    "τ": "tau",
    "φ": "varphi",
    "ω": "omega",
    "Σ": "Sigma",
}
LATEX = {
    "\\": r"\textbackslash{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "−": "$-$",
    "×": r"$\times$",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "→": r"$\to$",
    "∞": r"$\infty$",
    "·": r"$\cdot$",
    "½": r"$\tfrac12$",
    "–": "--",
}
RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-", strict=True))
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
TOKEN = re.compile(rf"[A-Za-z{''.join(GREEK)}]?[{''.join(LOWERED)}]+|[{''.join(RAISED)}]+|.", re.DOTALL)


def latex_words(words: str) -> str:
    """Return words as LaTeX reads them: signs with a meaning escaped, Greek letters, powers and indices as formulas."""
    return "".join(_latex(token) for token in TOKEN.findall(words))


def _latex(token: str) -> str:
    if token[-1] in LOWERED:
        letter = token.rstrip("".join(LOWERED))
        letter = f"\\{GREEK[letter]}" if letter in GREEK else letter
        return f"${letter}_{{{''.join(LOWERED[sign] for sign in token if sign in LOWERED)}}}$"
    if token[-1] in RAISED:
        return f"$^{{{''.join(RAISED[sign] for sign in token)}}}$"
    return f"$\\{GREEK[token]}$" if token in GREEK else LATEX.get(token, token)
