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
    "ρ": "rho",
    "σ": "sigma",
    "τ": "tau",
    "φ": "varphi",
    "χ": "chi",
    "ψ": "psi",
    "ω": "omega",
    "µ": "mu",
    "Γ": "Gamma",
    "Δ": "Delta",
    "Θ": "Theta",
    "Λ": "Lambda",
    "Π": "Pi",
    "Σ": "Sigma",
    "Φ": "Phi",
    "Ψ": "Psi",
    "Ω": "Omega",
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
    "←": r"$\gets$",
    "↑": r"$\uparrow$",
    "↓": r"$\downarrow$",
    "↦": r"$\mapsto$",
    "∝": r"$\propto$",
    "∘": r"$\circ$",
    "°": r"$^{\circ}$",
    "±": r"$\pm$",
    "∓": r"$\mp$",
    "≈": r"$\approx$",
    "≠": r"$\ne$",
    "√": r"$\surd$",
    "‖": r"$\|$",
    "∇": r"$\nabla$",
    "′": "$'$",
    "ŷ": r"$\hat{y}$",
    "✓": r"$\surd$",
    "●": r"$\bullet$",
    "○": r"$\circ$",
    "…": r"\dots{}",
    "‘": "`",
    "’": "'",
    "“": "``",
    "”": "''",
    "∞": r"$\infty$",
    "·": r"$\cdot$",
    "½": r"$\frac12$",
    "¼": r"$\frac14$",
    "¾": r"$\frac34$",
    "–": "--",
}
RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁱᵈᵖᵘᵛᶻ", "0123456789-+idpuvz", strict=True)) | {"ᵀ": r"\top"}
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉₋₊ᵢⱼₖₙ", "0123456789-+ijkn", strict=True))
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
