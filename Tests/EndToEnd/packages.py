"""The package lists of a machine, and the software center on the session bus of the tests.

As a program it is the software center: it prints each call, and returns at once.
"""

import json
import os
import select
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
    """The lists of `apt` and the status of `dpkg` of a machine, in the home of a test.

    `environment` makes a program read them.
    """

    def __init__(self, home):
        self._root = home / "machine"
        self._dpkg, lists, tools = (
            self._root / folder for folder in ("var/lib/dpkg", "var/lib/apt/lists", "usr/bin"))
        for folder in (self._dpkg, lists, tools):
            folder.mkdir(parents=True)
        self._list = lists / "deb.example_dists_stable_main_binary-all_Packages"
        (lists / "deb.example_dists_stable_InRelease").write_text("Origin: Debian\n")
        tool = tools / "apt-cache"
        # The shell keeps the output open until it exits, as apt-cache does; cat closes it before.
        tool.write_text(f'#!/bin/sh\n[ "$1" = dumpavail ] && cat "{self._list}"\n')
        tool.chmod(0o755)
        self._available, self._installed = {}, {"dpkg"}
        self.add("dpkg", "https://wiki.debian.example/dpkg")

    @property
    def environment(self):
        return {"STARGAZER_PACKAGES": str(self._root)}

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
        stanzas = [stanza + "\n" for stanza in self._available.values()]
        replace(self._list, "".join(stanzas))
        installed = [self._available[name] + "Status: install ok installed\n\n" for name in sorted(self._installed)]
        replace(self._dpkg / "status", "".join(installed))


def replace(file, content):
    """Writes a file in one step, as apt and dpkg do. One that has this content already stays."""
    if file.exists() and file.read_text() == content:
        return
    new = file.with_name("new")
    new.write_text(content)
    os.replace(new, file)


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
