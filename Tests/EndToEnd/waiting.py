"""The one place where the tests wait: until something is so, and never longer than a deadline."""

import time

PATIENCE = 20.0
"""Seconds until a wait is given up; far more than a slow machine needs, so that no test depends on its speed."""


def eventually(what, probe, seconds=PATIENCE, explain=None, pause=0.02):
    """Returns the first true answer of `probe`; fails naming `what`, and what `explain` adds, when none comes."""
    deadline = time.monotonic() + seconds
    while True:
        answer = probe()
        if answer:
            return answer
        if time.monotonic() > deadline:
            detail = "\n" + explain() if explain else ""
            raise AssertionError(f"waited {seconds:g} s for: {what}{detail}")
        time.sleep(pause)
