#!/usr/bin/python3
"""Measures the application: compared with an empty libadwaita window in C, compared with `gh`, and with many favorites.

Usage: bench.py APP EMPTY_WINDOW STANDIN. Prints figures with their budgets and asserts nothing, since a busy machine
is not the program's fault. The programs run in turn on one private display, under the same load. PARTS in the
environment selects parts; without it all parts run.
"""

import os
import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "EndToEnd"))

import documents  # noqa: E402
import favorites  # noqa: E402
import full_text  # noqa: E402
import hostile_worker  # noqa: E402
import packages_index  # noqa: E402
import pictures  # noqa: E402
import reading  # noqa: E402
import readme_pictures  # noqa: E402
import searching  # noqa: E402
from desktop import Desktop  # noqa: E402
from eye import Eye  # noqa: E402
from standin import StandIn  # noqa: E402
from window import AWAY, CARET_STOPS, window  # noqa: E402

RUNS = 7
SETTLE = 3
"""Seconds from the window until memory is read."""
IDLE = 10


def measure(desktop, commands):
    """Measures `commands`, a dictionary with the names app and floor."""
    seconds, memory = {name: [] for name in commands}, {name: [] for name in commands}
    for run in range(RUNS + 1):
        for name, command in commands.items():
            with window(desktop, command) as shown:
                time.sleep(SETTLE)
                if run:
                    # The first round only warms the disk cache.
                    seconds[name].append(shown.seconds)
                    memory[name].append(shown.pss())
    middle = {name: statistics.median(values) for name, values in seconds.items()}
    share = {name: statistics.median(values) for name, values in memory.items()}
    print(f"window appears, median of {RUNS}: {middle['app'] * 1000:.0f} ms")
    print(f"  empty window {middle['floor'] * 1000:.0f} ms")
    print(f"  ratio {middle['app'] / middle['floor']:.2f} (budget 1.6, goal 1.25)")
    print(f"Pss {SETTLE} s after: {share['app']:.1f} MiB, empty window {share['floor']:.1f} MiB")
    print(f"  {share['app'] - share['floor']:+.1f} MiB (budget +24, goal +16)")


def idle(desktop, app):
    with window(desktop, app) as shown:
        time.sleep(1)
        shown.type("swift")
        time.sleep(CARET_STOPS)
        before = shown.processor()
        time.sleep(IDLE)
        spent = 1000 * (shown.processor() - before)
        print(f"idle from {CARET_STOPS} s after the last key: {spent:.1f} ms of the processor in {IDLE} s (budget 20)")
        print(f"Pss with results on screen: {shown.pss():.1f} MiB")


def main(app, floor, standin):
    os.environ["STARGAZER_STANDIN"] = standin
    with Desktop() as desktop, Eye(desktop.display.name) as eye, StandIn(scenario="odd", search_limit="off") as server:
        address = ["--github-api", server.url]
        started = [app, *address]
        parts = {
            "start": lambda: measure(desktop, {"floor": [floor], "app": started}),
            "idle": lambda: idle(desktop, started),
            "enter": lambda: searching.enter_to_rows(desktop, eye, started, server),
            "scrolling": lambda: searching.scrolling(desktop, eye, started, server),
            "reading": lambda: reading.reading(desktop, eye, started, server),
            "documents": lambda: documents.measure(desktop, eye, started, server),
            "hostile_worker": lambda: hostile_worker.measure(desktop, eye, server),
            "favorites": lambda: favorites.measure(desktop, eye, started, server),
            "full_text": lambda: full_text.measure(desktop, eye, started, server),
            "packages": lambda: packages_index.measure(desktop, eye, started, server),
            "pictures": lambda: pictures.measure(desktop, server),
            "readme_pictures": lambda: readme_pictures.measure(desktop, eye, started),
        }  # fmt: skip
        eye.point(*AWAY)
        for name in os.environ.get("PARTS", "").split() or parts:
            parts[name]()


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
