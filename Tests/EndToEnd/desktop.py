"""A desktop for a program under test: display, window manager, session bus and a temporary home.

As a program, `desktop.py COMMAND …` runs the command there and exits with its exit code.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from bus import Bus
from display import Display

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


class Desktop:
    """A context manager. `environment(home)` is the complete environment for a program; nothing is inherited."""

    def __init__(self):
        self._folder = pathlib.Path(tempfile.mkdtemp(prefix="stargazer-e2e-"))
        self.display = Display(self._folder)
        self.bus = Bus(self._folder)

    def __enter__(self):
        try:
            self.display.start()
            self.bus.start(self.environment(self._folder))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.bus.stop()
        self.display.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def environment(self, home, **more):
        runtime = home / "run"
        runtime.mkdir(mode=0o700, exist_ok=True)
        settings = {
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "HOME": str(home),
            "XDG_RUNTIME_DIR": str(runtime),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_DATA_HOME": str(home / "data"),
            "XDG_CACHE_HOME": str(home / "cache"),
            "XDG_STATE_HOME": str(home / "state"),
            "XDG_DATA_DIRS": f"{REPOSITORY}/data:/usr/local/share:/usr/share",
            "LANG": "C.UTF-8",
            "DISPLAY": self.display.name,
            "GDK_BACKEND": "x11",
            "GSK_RENDERER": "cairo",
            "GSETTINGS_BACKEND": "memory",
            "GIO_USE_VFS": "local",
            "G_DEBUG": "fatal-criticals",
            # Toasts stay until a busy machine has found them.
            "STARGAZER_TOAST_SECONDS": "60",
            # The packages of the machine that runs the tests are its own affair.
            "STARGAZER_PACKAGES": str(home / "machine"),
        }
        if self.bus.address:
            settings["DBUS_SESSION_BUS_ADDRESS"] = self.bus.address
        return {**settings, **more}


def main(command):
    with Desktop() as desktop, tempfile.TemporaryDirectory(prefix="stargazer-home-") as home:
        return subprocess.run(command, env=desktop.environment(pathlib.Path(home)), check=False).returncode


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)
    if len(sys.argv) < 2:
        sys.exit("usage: desktop.py COMMAND [ARGUMENT …]")
    os.chdir(REPOSITORY)
    sys.exit(main(sys.argv[1:]))
