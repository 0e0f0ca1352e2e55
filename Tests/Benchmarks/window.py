"""Runs a program in a window and measures its cost."""

import contextlib
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

from keys import Keys
from processes import end

TITLES = (304, 140, 40, 580)
"""Screen rectangle of the row titles in a window in the screen's corner, without pictures and stars."""
LATER = (304, 340, 40, 380)
"""The same without the first rows, where selection and focus are."""
COUNT = (240, 98, 130, 24)
"""Screen rectangle of the result count."""
MIDDLE = (420, 400)
"""A screen point in the list."""
AWAY = (5, 1090)
"""A screen point outside every window: a row under the pointer looks different."""
CARET_STOPS = 12
"""Seconds from the last key press until the caret stops blinking."""


class Clients:
    """The window manager's list of windows."""

    def __init__(self, display):
        command = ["xprop", "-display", display, "-root", "-spy", "_NET_CLIENT_LIST"]
        self._spy = subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=0)
        self._text = ""

    def wait(self, count, seconds=30):
        """Waits until that many windows are in the list."""
        deadline = time.monotonic() + seconds
        while self._text.rpartition("_NET_CLIENT_LIST")[2].count("0x") != count or not self._text.endswith("\n"):
            ready, _, _ = select.select([self._spy.stdout], [], [], max(0, deadline - time.monotonic()))
            if not ready:
                raise RuntimeError(f"waited {seconds} s for {count} windows")
            self._text += os.read(self._spy.stdout.fileno(), 4096).decode()

    def stop(self):
        end(self._spy)
        self._spy.stdout.close()


class Window:
    """One run of a program, timed from its start until the window manager shows its window."""

    def __init__(self, desktop, home, command, others=0, **environment):
        self._keys = Keys(desktop.display.name, ready=lambda: None)
        self._log = home / f"stderr-{others}.log"
        clients = Clients(desktop.display.name)
        clients.wait(others)
        begun = time.monotonic()
        with open(self._log, "wb") as log:
            environment = desktop.environment(home, **environment)
            self.process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stderr=log)
        clients.wait(others + 1)
        self.seconds = time.monotonic() - begun
        clients.stop()

    def pss(self):
        """Returns the proportional set size in MiB."""
        with open(f"/proc/{self.process.pid}/smaps_rollup") as rollup:
            return next(int(line.split()[1]) for line in rollup if line.startswith("Pss:")) / 1024

    def processor(self):
        """Returns the processor time so far, in seconds, of all threads."""
        return time.clock_gettime(~self.process.pid << 3 | 2)

    def main_thread(self):
        """Returns the processor time of the main thread."""
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/schedstat") as stat:
            return int(stat.read().split()[0]) / 1e9

    def log(self):
        return self._log.read_text(errors="replace")

    def move(self, x, y):
        window = self._keys.windows("--onlyvisible", "--pid", self.process.pid, "--name", "^Stargazer$")[-1]
        self._keys.run("windowmove", "--sync", window, x, y)
        self._keys.run("windowfocus", "--sync", window)

    def resize(self, width, height):
        window = self._keys.windows("--onlyvisible", "--pid", self.process.pid, "--name", "^Stargazer$")[-1]
        self._keys.run("windowsize", "--sync", window, width, height)

    def press(self, *strokes):
        self._keys.press(*strokes)

    def fill(self, words):
        """Replaces the text of the search entry with the words."""
        self._keys.press("ctrl+1", "ctrl+f", "ctrl+a")
        self._keys.type(words)

    def enter(self, words):
        self._keys.type(words)

    def type(self, words):
        self._keys.type(words)
        self._keys.press("Return")


@contextlib.contextmanager
def folder():
    """Creates a temporary home folder."""
    home = pathlib.Path(tempfile.mkdtemp(prefix="stargazer-bench-"))
    try:
        yield home
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextlib.contextmanager
def window(desktop, command, home=None, **options):
    with contextlib.ExitStack() as stack:
        shown = Window(desktop, home or stack.enter_context(folder()), command, **options)
        stack.callback(end, shown.process)
        yield shown
