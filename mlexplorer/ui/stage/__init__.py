"""The stage: the plane before an audience, with one line of title, a strip, a note, and pens."""
