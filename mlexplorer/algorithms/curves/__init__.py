"""How curves are fitted: their terms, their losses, and what finds the best weights."""
