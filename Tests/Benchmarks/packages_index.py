"""Measures the index of this machine's package lists: what making it costs, and what it costs a search of favorites."""

import os
import statistics
import subprocess
import time

from favorites import SETTLE, Costs, fill, index
from searching import kept
from window import TITLES, folder, window

COUNT = 50_000
ROUNDS = 5
WORD = "swift"
STATE = "-is:installed"
"""Few favorites of invented names are packaged, so the same rows show with it and without."""


def search(desktop, app, home):
    """Searches favorites on the command line. Returns seconds of the processor, with `apt-cache`, and the most memory
    in MiB."""
    environment = desktop.environment(home, STARGAZER_PACKAGES="")
    process = subprocess.Popen(
        [app, "--search-favorites", "is:packaged"], env=environment, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)  # fmt: skip
    memory = 0
    while True:
        try:
            with open(f"/proc/{process.pid}/status") as status:
                lines = [line.split() for line in status if line.startswith("VmHWM:")]
        except OSError:
            lines = []
        memory = max([memory, *(int(line[1]) / 1024 for line in lines)])
        done, _, used = os.wait4(process.pid, os.WNOHANG)
        if done:
            process.returncode = 0
            return used.ru_utime + used.ru_stime, memory
        time.sleep(0.002)


def making(desktop, app):
    made, present = [], []
    for _ in range(ROUNDS):
        with folder() as home:
            made.append(search(desktop, app, home))
            present.append(search(desktop, app, home))
            size = (home / "cache/stargazer/packages.sqlite").stat().st_size
    costs = [statistics.median(values) for values in zip(*made)]
    bare = [statistics.median(values) for values in zip(*present)]
    print(f"the index of packages, median of {ROUNDS}")
    print(f"  making it {costs[0] - bare[0]:.2f} s of the processor with apt-cache (budget 3)")
    print(f"  {costs[1] - bare[1]:+.0f} MiB at most meanwhile (budget +100)")
    print(f"  {size / 1e6:.1f} MB on disk; a search that finds it made: {bare[0]:.2f} s of the processor")


def keys(desktop, eye, app, server):
    with folder() as home:
        fill(desktop, server, home, COUNT)
        index(desktop, app, home, COUNT)
        with window(desktop, app, home, STARGAZER_PACKAGES="", **kept(desktop, home, 100)) as shown:
            costs = Costs(shown, eye)
            time.sleep(SETTLE)
            spent = {}
            for _ in range(ROUNDS + 1):
                for words in (WORD, f"{STATE} {WORD}"):
                    shown.press("ctrl+2", "ctrl+f", "ctrl+a")
                    shown.enter(words[:-1])
                    time.sleep(2)
                    spent.setdefault(words, []).append(costs.of(lambda: eye.press(WORD[-1]), TITLES)[1])
            # The first round makes the index, and reads what later keys keep.
            bare, asked = (statistics.median(times[1:]) for times in spent.values())
            print(f"{COUNT:,} favorites, a key: {bare:.0f} ms of the processor, with {STATE} {asked:.0f}")
            print(f"  ratio {asked / bare:.2f} (budget 1.3)")


def measure(desktop, eye, app, server):
    making(desktop, app[0])
    keys(desktop, eye, app, server)
