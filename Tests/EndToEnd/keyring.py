"""GNOME Keyring on the session bus of the tests, with its own home; and a replacement for a broken keyring."""

import os
import signal
import subprocess
import tempfile

from processes import end
from waiting import PATIENCE, eventually

SCHEMA = "io.github.stargazer_app.Stargazer.Token"
SERVICE = "org.freedesktop.secrets"


class Keyring:
    """A context manager. From `start` on the bus has a keyring, which is unlocked by default."""

    def __init__(self, desktop, folder):
        self.folder = folder
        folder.mkdir(exist_ok=True)
        self._daemon = None
        # A separate folder: inside the folder of a test the path of a socket could exceed the system's limit.
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
        """Waits until the bus knows that it ended: before that, another keyring would find the name taken and not
        start."""
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
        """Suspends the process: it accepts calls and does not answer."""
        os.kill(self._daemon.pid, signal.SIGSTOP)

    def resume(self):
        os.kill(self._daemon.pid, signal.SIGCONT)

    def secret_tool(self, *arguments):
        done = subprocess.run(
            ["secret-tool", *arguments], env=self._environment, capture_output=True, text=True, check=False
        )
        return done.stdout + done.stderr

    def tokens(self):
        """Returns the items that another program finds in the keyring, including secrets."""
        return self.secret_tool("search", "--all", "--unlock", "xdg:schema", SCHEMA)
