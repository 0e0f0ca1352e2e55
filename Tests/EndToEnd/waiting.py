"""Waits for conditions, never longer than a deadline. All waiting of the tests is here."""

import time

from gi.repository import GLib

PATIENCE = 120.0
"""Seconds until a wait fails. Far more than a busy machine needs, so no test depends on its speed."""


def asked(probe):
    """Returns the answer of `probe`, and the error that prevented one."""
    try:
        return probe(), None
    except GLib.Error as error:
        return None, error


def eventually(what, probe, seconds=PATIENCE, explain=None, pause=0.02):
    """Returns the first true answer of `probe`. Fails with `what`, and with the result of `explain`, when none comes in
    time.

    A node may disappear between being found and being queried: then the answer is no this time.
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
        # Polling without a pause would slow down the program under test.
        time.sleep(max(pause, time.monotonic() - begun))
