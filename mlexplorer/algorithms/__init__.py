"""How it is computed: the mathematics of the models, without parameters, steps or drawing."""
