"""A wallpaper portal on the session bus of the tests. It prints each picture that it gets, and agrees.

As a program it is the portal itself.
"""

import json
import os
import select
import subprocess
import sys

from gi.repository import Gio, GLib

from processes import end, first_line

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
WALLPAPER = "org.freedesktop.portal.Wallpaper"
INTERFACE = f"""<node><interface name="{WALLPAPER}">
  <method name="SetWallpaperFile">
    <arg type="s" direction="in"/><arg type="h" direction="in"/><arg type="a{{sv}}" direction="in"/>
    <arg type="o" direction="out"/>
  </method>
  <property name="version" type="u" access="read"/>
</interface></node>"""


class WallpaperPortal:
    """A context manager."""

    def __init__(self, desktop, home):
        self._environment = desktop.environment(home)

    def __enter__(self):
        self._process = subprocess.Popen(
            [sys.executable, __file__], env=self._environment, stdout=subprocess.PIPE, text=True)
        first_line(self._process)
        return self

    def __exit__(self, *_):
        end(self._process)
        self._process.stdout.close()

    def got(self, seconds=60):
        """Waits for a picture. Returns its first bytes and the options."""
        ready, _, _ = select.select([self._process.stdout], [], [], seconds)
        assert ready, "the portal got no picture"
        return json.loads(self._process.stdout.readline())


def main():
    bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)

    def called(_bus, sender, _path, _interface, _method, arguments, call):
        _, place, options = arguments.unpack()
        file = call.get_message().get_unix_fd_list().get(place)
        start = os.read(file, 16)
        os.close(file)
        request = f"{PATH}/request/{sender[1:].replace('.', '_')}/{options['handle_token']}"
        call.return_value(GLib.Variant("(o)", (request,)))
        bus.emit_signal(
            sender, request, "org.freedesktop.portal.Request", "Response", GLib.Variant("(ua{sv})", (0, {})))
        print(json.dumps({"start": start.decode("latin-1"), "preview": options["show-preview"]}), flush=True)

    told = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
    bus.register_object(PATH, told, called, lambda *_: GLib.Variant("u", 1), None)
    Gio.bus_own_name_on_connection(
        bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
