"""The widest margin: kernels, quadratic programs, votes of pairs."""
