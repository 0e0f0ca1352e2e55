"""Stargazer under test: the release binary in a temporary home, observed through its accessibility tree."""

import ctypes
import os
import pathlib
import re
import signal
import subprocess

import tree
from desktop import REPOSITORY
from keys import Keys
from camera import Camera
from processes import describe, end
from waiting import PATIENCE, asked, eventually

HOLD = 0.06
"""How long a click holds the button, in seconds."""
BINARY = pathlib.Path(os.environ.get("STARGAZER_APP", REPOSITORY / ".build/release/stargazer")).resolve()
WIDEST_BORDER = 100
MOST_STOPS = 60
"""More stops than Tab makes on its way around a window."""
COMPLAINT = re.compile(r"\b(CRITICAL|WARNING|Fatal error|Traceback)\b")
NEWER_GTK = ctypes.CDLL("libgtk-4.so.1").gtk_get_minor_version() >= 18
"""GTK 4.18 exposes only rows on the screen to screen readers; GTK 4.8 exposes all rows that a list has created."""
OF_DIALOGS = "Trying to measure GtkLabel" if NEWER_GTK else None
"""The warning of GTK 4.18 whenever libadwaita 1.7 shows an AdwMessageDialog, even in the smallest program."""
OF_CHOOSERS = "gtk_tree_model_get_iter_first" if NEWER_GTK else None
"""What the file chooser of GTK 4.18 prints when a path is completed before the folder has been read."""


class App:
    """One run of the program. A context manager: at exit it ends the program and checks its log for complaints."""

    binary = BINARY
    before = ()
    """The command that runs the program, if any."""

    def __init__(self, desktop, home, *arguments, **environment):
        self.desktop = desktop
        self.home = home
        self.arguments = arguments
        # The file chooser of newer GTK has a critical of its own. Any other is found in the log.
        self.more = {"G_DEBUG": "", **environment} if NEWER_GTK else environment
        self.keys = Keys(desktop.display.name, self._wait_for_keys)
        self.process = self.root = self.window = self.camera = self.asked_size = None
        self.shows_dialogs = False
        self.shows_choosers = False
        """Whether the log may contain warnings that are not the program's fault."""
        self._errors = home / "stderr.log"

    def start(self):
        """Starts the program without waiting.

        It moves the pointer to the corner, away from where the previous test left it: a widget under the pointer
        looks different, and gets the focus in a menu.
        """
        self.keys.run("mousemove", 0, 0)
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
            self.root = eventually("the program's accessibility tree", self._tree, explain=self._explain_start)
            self.frame = self.wait("frame", "Stargazer")
            self.window = eventually("the X window", self._window, explain=self._explain_start)
            self.camera = Camera(self.desktop.display.name, self.window)
            self.wait_active()
        except BaseException:
            end(self.process)
            raise
        return self

    def __exit__(self, kind, *_):
        end(self.process)
        if kind is None:
            self.assert_no_complaints()

    def wait_active(self):
        """Waits until the main window is active."""
        self.until("the focus on the window", lambda: tree.has(self.frame, tree.STATE.ACTIVE))

    def _wait_for_keys(self):
        self.until("a window that takes the keys", self._takes_keys)

    def _takes_keys(self):
        """Checks for focus too, since GTK 4.8 does not report the state ACTIVE for dialogs."""
        return any(tree.has(window, tree.STATE.ACTIVE) for window in tree.windows(self.root)) or self.focused()

    # Ending the program

    def kill(self):
        """Kills the program, as in a power cut: no code of it runs afterwards."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def ended(self):
        """Waits until the program exits by itself. Returns its exit code."""
        eventually("the end of the program", lambda: self.process.poll() is not None, explain=self.dump)
        return self.process.returncode

    def alive(self):
        return self.process.poll() is None

    def errors(self):
        return self._errors.read_text(errors="replace")

    def assert_no_complaints(self):
        known = [text for text, may_come in [(OF_DIALOGS, self.shows_dialogs), (OF_CHOOSERS, self.shows_choosers)]
                 if text and may_come]
        complaints = [line for line in self.errors().splitlines()
                      if COMPLAINT.search(line) and not any(text in line for text in known)]
        assert not complaints, "\n".join(complaints)

    # Visible nodes

    def _tree(self):
        if not self.alive():
            raise AssertionError(f"the program ended with {self.process.returncode}: {self.errors()}")
        return tree.program(self.process.pid)

    def _explain_start(self):
        """Returns what is known of a program that has no window: what it does, and what the display shows."""
        shown = self.dump() if self.root else self.errors()
        return "\n".join([describe(self.process), self.desktop.display.describe(), shown])

    def _window(self):
        return next(reversed(self.windows()), None)

    def windows(self):
        """Returns the visible X windows with the program's title."""
        return self.keys.windows("--onlyvisible", "--pid", self.process.pid, "--name", "^Stargazer$")

    def find(self, role=None, name=None, within=None, rows=False):
        return tree.find(within or self.root, role, name, rows)

    def is_pressed(self, role=None, name=None, within=None, rows=False):
        """Returns whether the button is pressed; None when there is no such node."""
        node = self.find(role, name, within, rows)
        return node and tree.includes(node.states, tree.STATE.PRESSED)

    def wait(self, role=None, name=None, within=None, rows=False, seconds=PATIENCE):
        """Waits for the node with that role and name, and returns it."""
        return self.until(f"{role or 'a node'} {label(name)}", lambda: self.find(role, name, within, rows), seconds)

    def press(self, role=None, name=None, *, until, within=None, rows=False):
        """Presses the node with that role and name once it is there; see `press_node`."""
        what = f"{role or 'a node'} {label(name)}"
        return self.press_node(what, lambda: self.find(role, name, within, rows), until)

    def press_node(self, what, probe, until):
        """Presses the node that `probe` finds. Returns the first true answer of `until`, which checks the effect.

        A button pressed by a screen reader acts a quarter of a second later, and only if it still exists. If another
        node has replaced it by then and nothing has changed, the new node is pressed. If `until` is already true, it
        cannot show that a press arrived, so that is an error.
        """
        assert not asked(until)[0], f"what pressing {what} changes is so already\n{self.dump()}"
        pressed = []

        def changed():
            # The order matters: a new node found before `until` fails is not the result of the press.
            node = probe()
            answer = until() if pressed else None
            if not answer and node is not None and node not in pressed and tree.act(node):
                pressed.append(node)
            return answer

        return self.until(f"what pressing {what} changes", changed)

    def press_each(self, role, name, until):
        """Presses the node whenever it appears, until the condition holds: for changes in several steps."""

        def is_so():
            node = None if until() else self.find(role, name)
            if node is not None:
                tree.act(node)
            return until()

        self.until(f"what pressing {role} {name!r} again and again changes", is_so)

    def click(self, probe, button=1):
        """Clicks the node that `probe` finds, near its left edge."""

        def is_under_pointer():
            place = self.laid_out(probe)
            self.point_at(place)
            # The window may have been laid out again meanwhile.
            return self.laid_out(probe) == place

        self.until("a place to click", is_under_pointer)
        # While a dialog closes, the window manager still moves the focus, and a click may go nowhere.
        self._wait_for_keys()
        # As long as a hand needs. GTK drops a press that is shorter than a frame if the window is laid out meanwhile.
        self.keys.run("mousedown", button, "sleep", HOLD, "mouseup", button)

    def laid_out(self, probe):
        """Returns the place of the node that `probe` finds. New nodes have no size until the window is laid out."""

        def place():
            found = tree.place(probe())
            return found if found and found.width and found.height else None

        return self.until("a node that is laid out", place)

    def point_at(self, place):
        """Moves the pointer over a place in the window, near its left edge."""
        width, height = self.border()
        x, y = width // 2 + place.x + place.width // 3, height - width // 2 + place.y + place.height // 2
        # After a dialog, GTK finds what is under the pointer only once it moves.
        for step in (1, 0):
            self.keys.run("mousemove", "--window", self.window, x + step, y)

    def gone(self, role=None, name=None, rows=False):
        """Waits until there is no such node."""
        self.until(f"no {role or 'node'} {label(name)}", lambda: self.find(role, name, rows=rows) is None)

    def until(self, what, probe, seconds=PATIENCE):
        return eventually(what, probe, seconds, self.dump)

    def expect(self, what, probe, wanted):
        """Waits until `probe` returns exactly `wanted`. The failure names the last answer."""
        answers = []

        def is_so():
            answers[:] = [probe()]
            return answers[0] == wanted

        eventually(f"{what} to be {wanted!r}", is_so, explain=lambda: f"it is {answers}\n{self.dump()}")

    def wait_for_text(self, part):
        """Waits for a node whose name contains `part`, and returns it."""
        return self.wait(None, lambda text: part in text)

    def toast(self):
        """Returns the toast, found by its class name or by its role since libadwaita 1.7."""
        return self.find(None, "AdwToastWidget") or self.find("alert")

    def toast_button(self, name):
        """Returns a button of the visible toast. The window has a button with the name "Close", too."""
        toast = self.toast()
        return toast and self.find(tree.BUTTON, name, toast)

    def wait_toast(self):
        return self.until("a toast that can be closed", lambda: self.toast_button("Close"))

    def dump(self):
        if not self.alive():
            return f"the program ended with {self.process.returncode}: {self.errors()}"
        shown, refused = asked(lambda: tree.dump(self.root))
        return f"{shown or refused}\n{self.errors()}"

    def focused(self):
        return tree.focused(self.root)

    def tab_to(self, wanted, window, key="Tab"):
        """Presses Tab, or another key, until `wanted` has the focus, and waits for the focus to move after each
        press."""

        def moved(before):
            now = tree.focused(window)
            return now is not None and now != before

        for _ in range(MOST_STOPS):
            if tree.has(wanted, tree.STATE.FOCUSED):
                return
            before = self.until("a focus to move", lambda: tree.focused(window))
            self.keys.press(key)
            self.until("the focus to move", lambda: moved(before))
        raise AssertionError(f"{key} does not get there\n{self.dump()}")

    def border(self):
        """Returns how much wider and higher the window is than its content, once both sizes are stable."""

        def found():
            outer, drawn, again = self.camera.size(), tree.place(self.frame), self.camera.size()
            if drawn is None or outer != again:
                return None
            # Newer GTK includes the border in the position of the content's corner.
            border = outer[0] - drawn.width - 2 * drawn.x, outer[1] - drawn.height - 2 * drawn.y
            return border if all(0 <= part <= WIDEST_BORDER for part in border) else None

        return self.until("a window that is drawn", found)

    def resize(self, width, height):
        """Resizes the content, plus the window's border. Returns once the window is laid out."""
        more = self.border()
        self.asked_size = wanted = (width + more[0], height + more[1])
        self.keys.run("windowsize", self.window, *wanted)
        self.until(f"a window {width} wide", lambda: self.camera.size() == wanted and self.border() == more)

    def screen(self):
        """Returns a camera for the whole screen, since menus are separate windows."""
        return Camera(self.desktop.display.name, "root")



def label(name):
    return repr(name) if isinstance(name, str) or name is None else "that passes the test"
