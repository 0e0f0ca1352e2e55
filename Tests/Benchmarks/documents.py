"""Measures extreme READMEs: the longest main thread block from opening each until it is fully loaded."""

import os
import time

from readmes import TEXTS, Readmes
from reading import DETAILS
from searching import BUSY, kept
from window import AWAY, folder, window

QUIET = 1.5
"""Seconds without a long main thread block, after which a step counts as ended."""
PATIENCE = 60
NOTCHES = 150


def measure(desktop, eye, app, server):
    """Measures the READMEs that TEXTS in the environment names, separated by commas; without it all of them."""
    wanted = [name for name in os.environ.get("TEXTS", "").split(",") if name] or TEXTS
    print("READMEs that nobody would write: the longest stretches of the main thread, in ms (the goal: none over 100)")
    print(f"  {'text':28}{'opened':>9}{'read':>9}{'resized':>9}{'searched':>9}{'closed':>9}  MiB")
    with Readmes(server) as readmes:
        for name in wanted:
            readmes.text = TEXTS[name]
            print(f"  {name:28}{_read(desktop, eye, [app[0], '--github-api', readmes.url])}")
    eye.point(*AWAY)
    print("  to check: STARGAZER_LOG=trace, “main thread busy=”")


def _read(desktop, eye, app):
    """Returns the longest main thread block of each step, and the final memory; marks steps that did not end with
    `>`."""
    with folder() as home:
        options = {"STARGAZER_LOG": "trace", **kept(desktop, home, 30)}
        with window(desktop, app, home, **options) as shown:
            shown.fill("swift")
            shown.press("Return")
            _settle(shown)
            steps = (
                lambda: shown.press("Down", "Return"),
                lambda: _wheel(eye),
                lambda: (shown.resize(900, 700), time.sleep(0.5), shown.resize(1100, 800)),
                lambda: (shown.press("ctrl+f"), shown.type("a"), shown.press("Return", "Return")),
                lambda: shown.press("Escape", "Escape", "Escape", "Down"),
            )
            figures = "".join(f"{_stretch(shown, step):>9}" for step in steps if shown.process.poll() is None)
            if shown.process.poll() is not None:
                return f"{figures}  the program ended: {shown.log().strip().splitlines()[-1][:200]}"
            return f"{figures}{shown.pss():6.0f}"


def _wheel(eye):
    eye.point(*DETAILS)
    for _ in range(NOTCHES):
        eye.wheel()
        time.sleep(0.012)


def _stretch(shown, act):
    before = len(shown.log())
    act()
    is_over = _settle(shown)
    longest = max((float(value) * 1000 for value in BUSY.findall(shown.log()[before:])), default=0)
    return f"{longest:.0f}" if is_over else f">{longest:.0f}"


def _settle(shown):
    """Waits until the program has been nearly idle for a while. Returns whether that happened."""
    end = time.monotonic() + PATIENCE
    since = time.monotonic()
    try:
        spent = shown.processor()
        while time.monotonic() - since < QUIET:
            time.sleep(0.1)
            now = shown.processor()
            if now - spent > 0.02:
                since = time.monotonic()
            spent = now
            if time.monotonic() > end:
                return False
    except OSError:
        # The process has ended.
        return False
    return True
