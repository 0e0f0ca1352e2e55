"""Key presses, sent through the X server to the focused window."""

import os
import subprocess

from waiting import look_again


class Keys:
    def __init__(self, display, ready):
        """`ready` waits until a window is active: between two windows keys would be lost."""
        self._environment = {"PATH": os.environ["PATH"], "DISPLAY": display}
        self._ready = ready

    def run(self, *arguments):
        done = self._run(*arguments)
        if done.returncode:
            raise RuntimeError(f"{' '.join(done.args)}: {done.stderr.strip()}")
        return done.stdout

    def windows(self, *arguments):
        """Returns the windows that `xdotool search` finds; the command fails when there are none."""
        return self._run("search", *arguments).stdout.split()

    def _run(self, *arguments):
        look_again()
        command = ["xdotool", *map(str, arguments)]
        return subprocess.run(command, env=self._environment, capture_output=True, text=True, check=False)

    def press(self, *names):
        """Presses X key names, each a stroke: `press("ctrl+f")`, `press("Down", "Return")`."""
        self._ready()
        self.run("key", "--delay", 10, *names)

    def type(self, words, pace=2):
        """Types at a pace in milliseconds a letter."""
        self._ready()
        self.run("type", "--delay", pace, "--", words)

    def type_and_enter(self, words):
        """Presses Enter right after the last letter."""
        self._ready()
        self.run("type", "--delay", 2, "--args", 1, "--", words, "key", "Return")
