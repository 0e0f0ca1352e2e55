"""The package lists of a machine, and the software center on the session bus of the tests.

As a program it is the software center: it prints each call, and returns at once.
"""

import json
import os
import select
import stat
import subprocess
import sys

from gi.repository import Gio, GLib

from processes import end, first_line

NAME = "org.freedesktop.PackageKit"
PATH = "/org/freedesktop/PackageKit"
INTERFACE = f"""<node><interface name="{NAME}.Modify2">
  <method name="InstallPackageNames">
    <arg type="as" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
    <arg type="a{{sv}}" direction="in"/>
  </method>
</interface></node>"""


class Packages:
    """The lists of `apt` and the status of `dpkg`, in the home of a test.

    `environment` makes a program use them: an `apt-cache` comes first in its PATH.
    """

    def __init__(self, home):
        self._folder = home / "packages"
        self._programs = self._folder / "bin"
        self._programs.mkdir(parents=True)
        self._available, self._installed = {}, set()
        tool = self._programs / "apt-cache"
        tool.write_text(f'#!/bin/sh\n[ "$1" = dumpavail ] && exec cat "{self._folder}/available"\n')
        tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
        self._write()

    @property
    def environment(self):
        return {"PATH": f"{self._programs}:/usr/local/bin:/usr/bin:/bin", "DPKG_ADMINDIR": str(self._folder)}

    def add(self, name, homepage, version="0.8.0-1", section="utils"):
        """Adds a package to the lists."""
        self._available[name] = (
            f"Package: {name}\nVersion: {version}\nArchitecture: all\nSection: {section}\nHomepage: {homepage}\n")
        self._write()

    def install(self, name):
        self._installed.add(name)
        self._write()

    def remove(self, name):
        self._installed.discard(name)
        self._write()

    def _write(self):
        """Replaces the files in one step, as apt and dpkg do."""
        stanzas = self._available
        installed = {name: stanzas[name] + "Status: install ok installed\n" for name in self._installed}
        for file, content in (("available", stanzas), ("status", installed)):
            new = self._folder / f"{file}-new"
            new.write_text("\n".join(content.values()))
            os.replace(new, self._folder / file)


class SoftwareCenter:
    """A context manager."""

    def __init__(self, desktop, home):
        self._environment = desktop.environment(home)
        self._calls = []

    def __enter__(self):
        self._process = subprocess.Popen(
            [sys.executable, __file__], env=self._environment, stdout=subprocess.PIPE, text=True)
        first_line(self._process)
        return self

    def __exit__(self, *_):
        end(self._process)
        self._process.stdout.close()

    def calls(self):
        """Returns the calls so far: object, interface and method, the types of the arguments, and the arguments."""
        while select.select([self._process.stdout], [], [], 0)[0] and (line := self._process.stdout.readline()):
            self._calls.append(json.loads(line))
        return self._calls


def main():
    bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)

    def called(_bus, _sender, path, interface, method, arguments, call):
        call.return_value(None)
        print(json.dumps([path, f"{interface}.{method}", arguments.get_type_string(), *arguments.unpack()]), flush=True)

    told = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
    bus.register_object(PATH, told, called, None, None)
    Gio.bus_own_name_on_connection(
        bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
