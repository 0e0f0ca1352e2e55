"""Waits for conditions, never longer than a deadline. All waiting of the tests is here."""

import time

from gi.repository import GLib

PATIENCE = 120.0
"""Seconds until a wait fails. Far more than a busy machine needs, so no test depends on its speed."""
PAUSES = 0.02, 0.1
"""Seconds between two looks: at first, and once a condition was false several times."""
SHORT_PAUSES = 0.02, 0.02
MOMENT = 0.1
"""Seconds for which an answer is of the same moment as another."""

looks = []
"""The answers that the look of the moment has read, by what was read, with the times; one entry per look that another
has begun."""


def in_one_look(key, read):
    """Returns `read()`, or the answer that this look has read already: all that one look reads is of one moment.
    Outside of a look it always reads."""
    if not looks:
        return read()
    when, answer = looks[-1].get(key, (-MOMENT, None))
    if time.monotonic() - when > MOMENT:
        answer = read()
        looks[-1][key] = time.monotonic(), answer
    return answer


def look_again():
    """Makes the next look read again: the test has acted, or time has passed."""
    for answers in looks:
        answers.clear()


def asked(probe):
    """Returns the answer of `probe`, and the error that prevented one. This is one look."""
    looks.append({})
    try:
        return probe(), None
    except GLib.Error as error:
        return None, error
    finally:
        looks.pop()
        look_again()


def eventually(what, probe, seconds=PATIENCE, explain=None, pauses=PAUSES):
    """Returns the first true answer of `probe`. Fails with `what`, and with the result of `explain`, when none comes in
    time.

    A node may disappear between being found and being queried: then the answer is no this time.
    """
    deadline = time.monotonic() + seconds
    pause, longest = pauses
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
        pause = min(pause * 1.5, longest)
