"""How it is computed: mathematics without parameters and without drawing."""
