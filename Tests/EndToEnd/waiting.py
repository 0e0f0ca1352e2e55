"""The one place where the tests wait: until something is so, and never longer than a deadline."""

import time

from gi.repository import GLib

PATIENCE = 120.0
"""Seconds until a wait is given up; far more than a busy machine needs, so that no test depends on its speed."""


def asked(probe):
    """The answer of `probe`, and why it could not be had."""
    try:
        return probe(), None
    except GLib.Error as error:
        return None, error


def eventually(what, probe, seconds=PATIENCE, explain=None, pause=0.02):
    """Returns the first true answer of `probe`; fails naming `what`, and what `explain` adds, when none comes.

    What a probe asks may vanish between being found and being asked: then the answer is no, this time.
    """
    deadline = time.monotonic() + seconds
    while True:
        begun = time.monotonic()
        answer, refused = asked(probe)
        if answer:
            return answer
        if time.monotonic() > deadline:
            detail = (f"\nasked last: {refused}" if refused else "") + ("\n" + explain() if explain else "")
            raise AssertionError(f"waited {seconds:g} s for: {what}{detail}")
        # Who looks all the time keeps the other from getting there.
        time.sleep(max(pause, time.monotonic() - begun))
