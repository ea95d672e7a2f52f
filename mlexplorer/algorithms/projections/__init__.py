"""Points seen along one direction, and what single features say of the class."""
