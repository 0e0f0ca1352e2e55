"""Stargazer under test: the release binary with a home of its own, seen through its accessibility tree."""

import os
import pathlib
import re
import signal
import subprocess

import tree
from desktop import REPOSITORY
from keys import Keys
from picture import Camera
from processes import end
from waiting import PATIENCE, eventually

BINARY = pathlib.Path(os.environ.get("STARGAZER_APP", REPOSITORY / ".build/release/stargazer"))
COMPLAINT = re.compile(r"\b(CRITICAL|WARNING|Fatal error|Traceback)\b")


class App:
    """One run of the program. A context manager: at the end it is gone, and has complained about nothing."""

    binary = BINARY
    before = ()
    """What runs it, where something does."""

    def __init__(self, desktop, home, *arguments, **environment):
        self.desktop = desktop
        self.home = home
        self.arguments = arguments
        self.more = environment
        self.keys = Keys(desktop.display.name)
        self.process = self.root = self.window = self.camera = self.asked_size = None
        self._errors = home / "stderr.log"

    def start(self):
        """Starts the program and waits for nothing."""
        with open(self._errors, "ab") as log:
            self.process = subprocess.Popen(
                [*self.before, self.binary, *self.arguments],
                env=self.desktop.environment(self.home, **self.more),
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.home,
            )  # fmt: skip

    def __enter__(self):
        if self.process is None:
            self.start()
        try:
            self.root = eventually("the program's accessibility tree", self._tree, explain=self.errors)
            self.frame = self.wait("frame", "Stargazer")
            self.window = eventually("the X window", self._window, explain=self.errors)
            self.camera = Camera(self.desktop.display.name, self.window)
            eventually("the focus on the window", lambda: tree.has(self.frame, tree.STATE.ACTIVE), explain=self.dump)
        except BaseException:
            end(self.process)
            raise
        return self

    def __exit__(self, kind, *_):
        end(self.process)
        if kind is None:
            self.assert_no_complaints()

    # Its end

    def kill(self):
        """As a power cut would: nothing in the program gets to run after it."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def ended(self):
        """Waits until the program has ended by itself and returns its exit code."""
        eventually("the end of the program", lambda: self.process.poll() is not None, explain=self.dump)
        return self.process.returncode

    def alive(self):
        return self.process.poll() is None

    def errors(self):
        return self._errors.read_text(errors="replace")

    def assert_no_complaints(self):
        complaints = [line for line in self.errors().splitlines() if COMPLAINT.search(line)]
        assert not complaints, "\n".join(complaints)

    # What shows

    def _tree(self):
        if not self.alive():
            raise AssertionError(f"the program ended with {self.process.returncode}: {self.errors()}")
        return tree.program(self.process.pid)

    def _window(self):
        return next(reversed(self.windows()), None)

    def windows(self):
        """The X windows of that title which can be seen now."""
        return self.keys.windows("--onlyvisible", "--pid", self.process.pid, "--name", "^Stargazer$")

    def find(self, role=None, name=None, within=None, rows=False):
        return tree.find(within or self.root, role, name, rows)

    def wait(self, role=None, name=None, within=None, rows=False, seconds=PATIENCE):
        """The node of that role and name, once it shows."""
        label = name if isinstance(name, str) or name is None else "that passes the test"
        return self.until(f"{role or 'a node'} {label!r}", lambda: self.find(role, name, within, rows), seconds)

    def press(self, role=None, name=None, within=None):
        """Presses the node of that role and name once it shows, and the next one of them should it vanish just then."""

        def pressed():
            node = self.find(role, name, within)
            return node is not None and tree.act(node)

        self.until(f"{role or 'a node'} {name!r} to press", pressed)

    def gone(self, role=None, name=None):
        """Waits until no such node shows any more."""
        self.until(f"no {role or 'node'} {name!r}", lambda: self.find(role, name) is None)

    def until(self, what, probe, seconds=PATIENCE):
        return eventually(what, probe, seconds, self.dump)

    def says(self, part):
        """Waits for any node whose name holds `part`; returns it."""
        return self.wait(None, lambda text: part in text)

    def dump(self):
        if not self.alive():
            return f"the program ended with {self.process.returncode}: {self.errors()}"
        return tree.dump(self.root) + "\n" + self.errors()

    def focused(self):
        return tree.focused(self.root)

    def tab_to(self, wanted, window):
        """Presses Tab, each time once the focus has moved, until it is there."""

        def moved(before):
            now = tree.focused(window)
            return now is not None and now != before

        while not tree.has(wanted, tree.STATE.FOCUSED):
            before = tree.focused(window)
            self.keys.press("Tab")
            self.until("the focus to move", lambda: moved(before))

    def resize(self, width, height):
        """Gives the content that size; the window's own border comes on top."""
        drawn = tree.place(self.frame)
        outer = self.camera.size()
        self.asked_size = wanted = (width + outer[0] - drawn.width, height + outer[1] - drawn.height)
        self.keys.run("windowsize", self.window, *wanted)
        eventually(f"a window {width} wide", lambda: self.camera.size() == wanted, explain=self.size_now)

    def screen(self):
        """A camera on the whole screen: menus are windows of their own."""
        return Camera(self.desktop.display.name, "root")

    def size_now(self):
        return f"the window is {self.camera.size()}"
