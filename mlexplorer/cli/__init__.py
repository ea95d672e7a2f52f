"""The command line: what can be asked for from a shell."""
