"""A private X server on a free display number, with a window manager, so focus and keys work."""

import os
import pathlib
import subprocess

from processes import describe, end
from waiting import eventually

HERE = pathlib.Path(__file__).parent


class Display:
    """Xvfb and openbox, which run from `start` to `stop`. `name` is the value for DISPLAY."""

    def __init__(self, home, size="1700x1100"):
        self.home = home
        self.size = size
        self.name = None
        self._ready = home / "managed"
        self._owned = []

    def start(self):
        reader, writer = os.pipe()
        command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{self.size}x24", "-dpi", "96"]
        # Disables key repeat (-r): on a busy machine a key may stay down for long.
        command += ["-nolisten", "tcp", "-noreset", "-r"]
        with open(self.home / "xvfb.log", "wb") as log:
            self._owned.append(subprocess.Popen(command, pass_fds=[writer], stdout=log, stderr=log))
        os.close(writer)
        with os.fdopen(reader) as answer:
            number = answer.readline().strip()
        if not number:
            raise RuntimeError(f"Xvfb did not start: {(self.home / 'xvfb.log').read_text()}")
        self.name = f":{number}"
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.home), "DISPLAY": self.name}
        with open(self.home / "openbox.log", "wb") as log:
            # It calls itself the window manager before it manages windows, and runs the command after.
            manager = ["openbox", "--config-file", str(HERE / "openbox.xml"), "--startup", f"touch {self._ready}"]
            self._owned.append(subprocess.Popen(manager, env=environment, stdout=log, stderr=log))
        eventually("the window manager", self._ready.exists, explain=self.describe)

    def describe(self):
        """Returns what the X server and the window manager know, for the message of a failed test."""
        root = ["_NET_SUPPORTING_WM_CHECK", "_NET_CLIENT_LIST", "_NET_ACTIVE_WINDOW"]
        visible = ["xdotool", "search", "--onlyvisible", ""]
        commands = [["xprop", "-root", *root], ["xwininfo", "-root", "-tree"], visible]
        environment = {"PATH": os.environ["PATH"], "DISPLAY": self.name}
        said = [subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
                for command in commands]
        logs = [(self.home / f"{name}.log").read_text(errors="replace") for name in ("xvfb", "openbox")]
        parts = [*map(describe, self._owned), *(done.stdout + done.stderr for done in said), *logs]
        return "\n".join(part.strip() for part in parts if part.strip())

    def stop(self):
        for process in reversed(self._owned):
            end(process)
        self._owned.clear()
