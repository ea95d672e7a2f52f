"""How it is computed: pure functions of arrays, without parameters, steps or drawing."""
