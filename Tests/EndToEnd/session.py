"""Calls Stargazer over D-Bus like other programs of the session: GNOME Shell, KRunner, the launcher."""

import subprocess

from gi.repository import Gio, GLib

from desktop import REPOSITORY
from waiting import PATIENCE, eventually

APP_ID = "io.github.stargazer_app.Stargazer"
PATH = "/io/github/stargazer_app/Stargazer"
SHELL = (f"{PATH}/SearchProvider", "org.gnome.Shell.SearchProvider2")
RUNNER = (f"{PATH}/Runner", "org.kde.krunner1")
LAUNCHER = (PATH, "org.freedesktop.Application")
BUS = ("/org/freedesktop/DBus", "org.freedesktop.DBus")


class Session:
    """A client of a session bus. Calls start a missing program only after `register_service`."""

    def __init__(self, desktop):
        self._desktop = desktop
        flags = Gio.DBusConnectionFlags
        self._connection = Gio.DBusConnection.new_for_address_sync(
            desktop.bus.address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
        self._file = desktop.bus.folder / "services" / f"{APP_ID}.service"

    def call(self, place, method, signature="()", *arguments, to=APP_ID):
        """Calls a method. Returns nothing, one value, or several."""
        path, interface = place
        answer = self._connection.call_sync(
            to, path, interface, method, GLib.Variant(signature, arguments), None, Gio.DBusCallFlags.NONE,
            int(PATIENCE * 1000), None).unpack()  # fmt: skip
        return answer[0] if len(answer) == 1 else answer

    def process(self):
        """Returns the process that owns the application's bus name; None when there is none."""
        if not self.call(BUS, "NameHasOwner", "(s)", APP_ID, to=BUS[1]):
            return None
        return self.call(BUS, "GetConnectionUnixProcessID", "(s)", APP_ID, to=BUS[1])

    def wait(self, pid):
        eventually("the application's name on the bus", lambda: self.process() == pid)

    def register_service(self, program, environment):
        """Makes calls start the program, like the installed service file."""
        own = (REPOSITORY / "data" / f"{APP_ID}.service.in").read_text()
        start = " ".join(["/usr/bin/env", "-i", *(f'"{name}={value}"' for name, value in environment.items()), ""])
        self._file.write_text(own.replace("Exec=@bindir@/stargazer", f"Exec={start}{program}"))
        self.call(BUS, "ReloadConfig", to=BUS[1])

    def unregister_service(self):
        """Removes the service, and ends the program that the bus started."""
        self._file.unlink(missing_ok=True)
        self.call(BUS, "ReloadConfig", to=BUS[1])
        if self.process():
            self.call((PATH, "org.gtk.Actions"), "Activate", "(sava{sv})", "quit", [], {})
            eventually("the end of the program", lambda: self.process() is None)

    def run(self, home, *command, **environment):
        """Runs a command of the desktop. Returns its exit code and output."""
        return subprocess.run(
            command, env=self._desktop.environment(home, **environment), stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
