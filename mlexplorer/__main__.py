"""python -m mlexplorer: the same as the command mlexplorer."""

import sys

from mlexplorer.cli.shell import main

if __name__ == "__main__":
    sys.exit(main())
