"""Measures a README of one megabyte: the time from Enter to its first screen, and the main thread while it is read."""

import time

from searching import BUSY, FRAME, kept
from window import AWAY, folder, window

# The longest README of the sample server.
LONG = "huge-numbers"
# The details in the benchmark window: a point inside, and their visible rectangle.
DETAILS = (900, 500)
PANE = (610, 70, 570, 660)
NOTCHES = 600


def reading(desktop, eye, app, server):
    with folder() as home:
        options = {"STARGAZER_LOG": "trace", **kept(desktop, home, 30)}
        with window(desktop, app, home, **options) as shown:
            shown.fill(LONG)
            shown.press("Return")
            server.wait_for(LONG)
            time.sleep(2)
            before = len(shown.log())
            memory = shown.pss()
            shown.press("Down")
            seconds = eye.timed(PANE, lambda: eye.press("Return"))
            server.wait_for("/readme")
            time.sleep(3)
            opened = shown.log()[before:]
            eye.point(*DETAILS)
            for _ in range(NOTCHES):
                eye.wheel()
                time.sleep(0.012)
            time.sleep(1)
            log = shown.log()[before:]
            first = f"its first screen after {1000 * seconds:.0f} ms" if seconds else "nothing shows"
            print(f"a README of 1 MB: {first}, longest stretch of the main loop {longest(opened):.0f} ms till then,")
            frames = sorted(float(value) * 1000 for value in FRAME.findall(log))
            worst = f"frames up to {frames[-1]:.0f} ms, " if frames else ""
            read = f"{longest(log):.0f} ms while {NOTCHES} notches of it are read"
            print(f"  {read}; {worst}+{shown.pss() - memory:.1f} MiB")
            print("  the goal: no stretch over 50 ms; to check: STARGAZER_LOG=trace, “main thread busy=”")
            eye.point(*AWAY)


def longest(log):
    return max((float(value) * 1000 for value in BUSY.findall(log)), default=0)
