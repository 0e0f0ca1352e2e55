"""GNOME's own key store on the tests' session bus, with a home of its own; and what stands in for a broken one."""

import os
import signal
import subprocess
import tempfile

from processes import end
from waiting import PATIENCE, eventually

SCHEMA = "io.github.stargazer_app.Stargazer.Token"
SERVICE = "org.freedesktop.secrets"


class Keyring:
    """A context manager: from `start` on the bus has a key store, unlocked unless told otherwise."""

    def __init__(self, desktop, folder):
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self._daemon = None
        # Of its own: below the folder of a test the path of a socket could be longer than the system takes.
        self._runtime = tempfile.TemporaryDirectory(prefix="keyring-")
        self._environment = desktop.environment(folder, XDG_RUNTIME_DIR=self._runtime.name)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()
        self._runtime.cleanup()

    def start(self, unlocked=True):
        command = ["gnome-keyring-daemon", "--foreground", "--components=secrets", *(["--unlock"] if unlocked else [])]
        self._daemon = subprocess.Popen(
            command, env=self._environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._daemon.stdin.write(b"\n" if unlocked else b"")
        self._daemon.stdin.close()
        wait = ["gdbus", "wait", "--session", "--timeout", f"{PATIENCE:.0f}", SERVICE]
        subprocess.run(wait, env=self._environment, check=True)

    def stop(self):
        """Until the bus knows: before that, another one would find the place taken and not start."""
        if self._daemon:
            end(self._daemon)
            self._daemon = None
            eventually("no key store", self._is_gone)

    def _is_gone(self):
        bus = ["--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus"]
        ask = ["gdbus", "call", "--session", *bus, "--method", "org.freedesktop.DBus.NameHasOwner", SERVICE]
        done = subprocess.run(ask, env=self._environment, capture_output=True, text=True, check=True)
        return done.stdout.strip() == "(false,)"

    def suspend(self):
        """From now on it takes what it is sent and answers nothing."""
        os.kill(self._daemon.pid, signal.SIGSTOP)

    def resume(self):
        os.kill(self._daemon.pid, signal.SIGCONT)

    def secret_tool(self, *arguments):
        done = subprocess.run(
            ["secret-tool", *arguments], env=self._environment, capture_output=True, text=True, check=False
        )
        return done.stdout + done.stderr

    def tokens(self):
        """What another program finds of ours, secrets and all."""
        return self.secret_tool("search", "--all", "--unlock", "xdg:schema", SCHEMA)
