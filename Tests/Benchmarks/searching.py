"""Measures the time from Enter to rows, compared with `gh`, and frames while scrolling."""

import os
import re
import shutil
import statistics
import subprocess
import time

from settings import KEPT, Settings
from window import AWAY, MIDDLE, TITLES, folder, window

RUNS = 11
WORDS = ("swift", "editor")
ALL = 1_000
FRAME = re.compile(r"passed=([0-9.e-]+) seconds \[\w+\] frame")
BUSY = re.compile(r"busy=([0-9.e-]+) seconds")


def gh(server, home, words, limit):
    """Returns the seconds of the whole process, which reaches the stand-in as a proxy."""
    environment = {
        "PATH": os.environ["PATH"], "HOME": str(home), "GH_CONFIG_DIR": str(home / "gh"), "http_proxy": server.url,
        "GH_HOST": "github.localhost", "GH_TOKEN": "x", "GH_NO_UPDATE_NOTIFIER": "1",
    }  # fmt: skip
    begun = time.monotonic()
    command = ["gh", "search", "repos", words, "--limit", str(limit)]
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.monotonic() - begun


def kept(desktop, home, batch):
    """Writes settings for batches of that size, pages that do not fade in, and a caret that does not blink. GTK 4.8
    paints a blinking caret sixty times a second in any entry, which would count as a cost of a key."""
    look = home / "config/gtk-4.0/settings.ini"
    look.parent.mkdir(parents=True, exist_ok=True)
    look.write_text("[Settings]\ngtk-enable-animations=0\ngtk-cursor-blink=0\n")
    Settings(desktop, home).write(results_per_page=batch)
    return KEPT


def enter_to_rows(desktop, eye, app, server):
    """Measures all programs in turn, under the same load."""
    print(f"Enter to rows painted, median of {RUNS} (fastest, slowest), words in turn: {', '.join(WORDS)}")
    for batch in (30, 100):
        with folder() as home, window(desktop, app, home, **kept(desktop, home, batch)) as shown:
            times = {"stargazer": [], "gh": []}
            spent = []
            for run in range(RUNS + 2):
                words = WORDS[run % 2]
                shown.fill(words)
                # Less than the pause after which the search starts by itself.
                time.sleep(0.3)
                before = shown.main_thread()
                seconds = eye.timed(TITLES, lambda: eye.press("Return"))
                # The first two runs warm caches.
                if run > 1:
                    times["stargazer"].append(seconds)
                    spent.append(shown.main_thread() - before)
                if shutil.which("gh"):
                    (times["gh"] if run > 1 else []).append(gh(server, home, words, batch))
            for name, values in times.items():
                print(f"  {batch} results, {name}: {spread(values)}")
            print(f"    of the main thread, pictures and all: {spread(spent)}")
    print("  the goal: 30 and 100 results in at most what gh takes for 30")
    print("  to check: film the window at 60 frames a second; `time gh search repos swift --limit 30`")


def spread(values):
    if not values:
        return "not measured (gh is not installed)"
    ends = f"{min(values) * 1000:.0f} to {max(values) * 1000:.0f}"
    return f"{statistics.median(values) * 1000:.0f} ms ({ends})"


def scrolling(desktop, eye, app, server):
    """Scrolls through the longest list that a search gives, notch by notch."""
    with folder() as home:
        options = {"STARGAZER_LOG": "trace", **kept(desktop, home, 100)}
        with window(desktop, app, home, **options) as shown:
            asked = len(server.log("/search/repositories"))
            shown.fill("stars:<1000000")
            eye.timed(TITLES, lambda: eye.press("Return"))
            shown.press("Down")
            while len(server.log("/search/repositories")) < asked + ALL // 100:
                shown.press("End")
                time.sleep(0.2)
            shown.press("End", "Home")
            time.sleep(2)
            eye.point(*MIDDLE)
            before = len(shown.log())
            for _ in range(ALL):
                eye.wheel()
                time.sleep(0.012)
            time.sleep(0.5)
            log = shown.log()[before:]
            frames = sorted(float(value) for value in FRAME.findall(log))
            busy = max((float(value) for value in BUSY.findall(log)), default=0)
            p50, p95, most = (frames[int(part * (len(frames) - 1))] * 1000 for part in (0.5, 0.95, 1))
            print(f"scrolling {ALL:,} results: {len(frames)} frames of p50 {p50:.1f}, p95 {p95:.1f}, max {most:.1f} ms")
            print(f"  longest stretch without a turn of the main loop: {busy * 1000:.0f} ms (0: none over 10)")
            print("  to check: STARGAZER_LOG=trace, “frame passed=”, “main thread busy=”")
            print(f"Pss with {ALL:,} results, scrolled through: {shown.pss():.1f} MiB")
            eye.point(*AWAY)
