"""What main.py does before the program runs: packages, system libraries, display; standard library only."""
