"""How much the program keeps: every bound of what is remembered stands here, and nowhere else.

Beside the points that are shown a window holds at most what `MEMO`, `REPLAYS` and `HISTORY` say, in bytes by their own
estimate; all other memories hold a fixed number of small things.
"""

MEMO = 48_000_000  # traces, fields and decisions of the fits looked at last
REPLAYS = 24_000_000  # steps made again that a thinned trace left out
HISTORY = 256_000_000  # points of documents that can be undone
ENTRIES = 1000  # of the history, however small
LOOKS = 200  # at the plane that one can go back to
STEPS = 2000  # of one trace; a longer one is thinned
