"""Measures the window while the process that parses Markdown does harm: peak memory, and the time from a key to the
screen."""

import contextlib
import pathlib
import time

from installed import Installed
from searching import BUSY, kept
from window import AWAY, TITLES, folder, window

ENTRY = (240, 50, 340, 44)
"""Screen rectangle of the search entry."""
WORDS = " each of these letters is timed"
PATIENCE = 30
BEHAVIORS = {
    "fails at once": "exit 1",
    "writes for ever": "exec cat /dev/zero",
    "1 GB of valid events": "head -c 1000000000 /dev/zero | tr '\\0' S; printf Z",
    "8 MB of valid events": "head -c 8388607 /dev/zero | tr '\\0' S; printf Z",
    "8 MB of paragraphs": r"yes PT0000textp | sed 's/0000/\x04\x00\x00\x00/' | tr -d '\n' | head -c 8388600; printf Z",
    "writes slowly": "while printf S; do sleep 0.001; done",
    "computes": "while :; do :; done",
    "hangs": "trap '' TERM HUP INT; while :; do sleep 1000; done",
    "a child holds the pipe": "sleep 1000 & printf Z",
    "a child in a session of its own": "setsid sleep 15 & printf Z",
}
"""Shell scripts in place of the worker. The first shows what the page itself costs."""


def measure(desktop, eye, server):
    print("a README by a worker that was taken over (goals: +30 MiB, a key on the screen in 100 ms, the end in 11 s)")
    print(f"  {'the worker':34}{'peak':>9}{'keys up to':>12}{'main thread':>13}{'ended':>9}")
    with folder() as prefix:
        installed = Installed(prefix)
        program = prefix / "libexec/stargazer" / "stargazer-markdown"
        for name, script in BEHAVIORS.items():
            program.unlink()
            program.write_text(f"#!/bin/sh\n{script}\n")
            program.chmod(0o755)
            peak, keys, busy, seconds = _read(desktop, eye, [installed.binary, "--github-api", server.url])
            print(f"  {name:34}{peak:+5.1f} MiB{keys:9.0f} ms{busy:10.0f} ms{seconds:7.1f} s")
    eye.point(*AWAY)


def _read(desktop, eye, app):
    with folder() as home:
        options = {"STARGAZER_LOG": "trace", **kept(desktop, home, 30)}
        with window(desktop, app, home, **options) as shown:
            shown.fill("swift")
            eye.timed(TITLES, lambda: eye.press("Return"))
            time.sleep(1)
            logged, before = len(shown.log()), _memory(shown, resets=True)
            shown.press("Down")
            began = time.monotonic()
            while not _workers(shown) and time.monotonic() - began < 2:
                time.sleep(0.005)
            shown.press("ctrl+f", "End")
            keys, seconds = [], None
            for letter in WORDS:
                keys.append(eye.timed(ENTRY, lambda: eye.press({" ": "space"}.get(letter, letter)), quiet=0))
                time.sleep(0.2)
                if not seconds and not _workers(shown):
                    seconds = time.monotonic() - began
            while _workers(shown) and time.monotonic() - began < PATIENCE:
                time.sleep(0.01)
            seconds = seconds or time.monotonic() - began
            time.sleep(1)
            busy = max((float(value) for value in BUSY.findall(shown.log()[logged:])), default=0)
            return _memory(shown) - before, 1000 * max(key or PATIENCE for key in keys), 1000 * busy, seconds


def _memory(shown, resets=False):
    """Returns the peak of the resident memory in MiB, since the last reset."""
    if resets:
        with open(f"/proc/{shown.process.pid}/clear_refs", "w") as file:
            file.write("5")
    with open(f"/proc/{shown.process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM:")) / 1024


def _workers(shown):
    """Returns the processes that the program has started and that it has not yet reaped."""
    found = []
    for task in pathlib.Path(f"/proc/{shown.process.pid}/task").iterdir():
        with contextlib.suppress(OSError):
            found += (task / "children").read_text().split()
    return found
