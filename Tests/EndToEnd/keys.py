"""Keys as a person presses them, through the X server into whatever has the focus."""

import os
import subprocess


class Keys:
    def __init__(self, display):
        self._environment = {"PATH": os.environ["PATH"], "DISPLAY": display}

    def run(self, *arguments):
        command = ["xdotool", *map(str, arguments)]
        done = subprocess.run(command, env=self._environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}")
        return done.stdout

    def press(self, *names):
        """X key names, each a stroke: `press("ctrl+f")`, `press("Down", "Return")`."""
        self.run("key", "--delay", 10, *names)

    def type(self, words):
        self.run("type", "--delay", 10, "--", words)
