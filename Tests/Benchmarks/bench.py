#!/usr/bin/python3
"""What the application costs beside an empty libadwaita window in C: start-up, memory, idling.

Usage: bench.py APP EMPTY_WINDOW [STANDIN]. Prints figures and the budget beside each; asserts nothing, since a busy
machine is no fault of the program. Both programs run in turn on one private display, so that both meet the same load.
"""

import contextlib
import os
import pathlib
import select
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "EndToEnd"))

from desktop import Desktop  # noqa: E402
from keys import Keys  # noqa: E402
from processes import end  # noqa: E402

RUNS = 7
SETTLE = 3
"""Seconds from the window to the reading of memory."""
CARET_STOPS = 12
"""Seconds from the last key till the caret has stopped blinking."""
IDLE = 10


class Clients:
    """The window manager's list of windows, as it changes."""

    def __init__(self, display):
        command = ["xprop", "-display", display, "-root", "-spy", "_NET_CLIENT_LIST"]
        self._spy = subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=0)
        self._text = ""

    def wait(self, shown, seconds=30):
        """Returns when a window is on the list, or when none is."""
        deadline = time.monotonic() + seconds
        while ("0x" in self._text.rpartition("_NET_CLIENT_LIST")[2]) != shown or not self._text.endswith("\n"):
            ready, _, _ = select.select([self._spy.stdout], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                raise RuntimeError(f"waited {seconds} s for {'a' if shown else 'no'} window")
            self._text += os.read(self._spy.stdout.fileno(), 4096).decode()

    def stop(self):
        end(self._spy)
        self._spy.stdout.close()


class Window:
    """One run of a program, timed from its start till the window manager shows its window."""

    def __init__(self, desktop, home, command):
        self._keys = Keys(desktop.display.name)
        clients = Clients(desktop.display.name)
        clients.wait(shown=False)
        begun = time.monotonic()
        with open(home / "stderr.log", "wb") as log:
            environment = desktop.environment(home)
            self.process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stderr=log)
        clients.wait(shown=True)
        self.seconds = time.monotonic() - begun
        clients.stop()

    def pss(self):
        """Proportional share of memory in MiB."""
        with open(f"/proc/{self.process.pid}/smaps_rollup") as rollup:
            return next(int(line.split()[1]) for line in rollup if line.startswith("Pss:")) / 1024

    def ticks(self):
        """CPU time so far, in clock ticks (100 a second)."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    def type(self, words):
        self._keys.type(words)
        self._keys.press("Return")


@contextlib.contextmanager
def window(desktop, command):
    home = pathlib.Path(tempfile.mkdtemp(prefix="stargazer-bench-"))
    shown = Window(desktop, home, command)
    try:
        yield shown
    finally:
        end(shown.process)
        shutil.rmtree(home, ignore_errors=True)


def measure(desktop, app, floor):
    seconds, memory = {"app": [], "floor": []}, {"app": [], "floor": []}
    for run in range(RUNS + 1):
        for name, command in (("floor", floor), ("app", app)):
            with window(desktop, command) as shown:
                time.sleep(SETTLE)
                if run:
                    # The first round only warms the caches of the disk.
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
        before = shown.ticks()
        time.sleep(IDLE)
        spent = shown.ticks() - before
        print(f"idle from {CARET_STOPS} s after the last key: {spent} CPU ticks in {IDLE} s (budget 2)")
        print(f"Pss with results on screen: {shown.pss():.1f} MiB")


def main(app, floor, standin=None):
    with Desktop() as desktop, contextlib.ExitStack() as stack:
        command = [app]
        if standin:
            server = subprocess.Popen(
                [standin, "--port", "0", "--search-limit", "off"], stdout=subprocess.PIPE, text=True, env=os.environ
            )
            stack.callback(end, server)
            command += ["--github-api", server.stdout.readline().split()[-1]]
        measure(desktop, command, [floor])
        idle(desktop, command)


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
