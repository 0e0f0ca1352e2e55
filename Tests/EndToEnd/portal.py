"""A settings portal on the session bus of the tests: the desktop's preferences, which a test can change at run time.

As a program it is the portal itself. Each line that it reads is an appearance key and its value.
"""

import os
import signal
import subprocess
import sys

from gi.repository import Gio, GLib

from processes import end, first_line

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
SETTINGS = "org.freedesktop.portal.Settings"
APPEARANCE = "org.freedesktop.appearance"
INTERFACE = f"""<node><interface name="{SETTINGS}">
  <method name="Read">
    <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/>
  </method>
  <method name="ReadAll"><arg type="as" direction="in"/><arg type="a{{sa{{sv}}}}" direction="out"/></method>
  <signal name="SettingChanged"><arg type="s"/><arg type="s"/><arg type="v"/></signal>
  <property name="version" type="u" access="read"/>
</interface></node>"""
LIGHT, DARK = "<uint32 2>", "<uint32 1>"


class Portal:
    """A context manager. `prefer` changes a preference and notifies all clients."""

    def __init__(self, desktop, home):
        self._environment = desktop.environment(home)

    def __enter__(self):
        self._process = subprocess.Popen(
            [sys.executable, __file__], env=self._environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        first_line(self._process)
        return self

    def __exit__(self, *_):
        self.resume()
        end(self._process)
        self._process.stdin.close()
        self._process.stdout.close()

    def prefer(self, key, value):
        """Sets a preference: `prefer("color-scheme", DARK)`, in GVariant notation."""
        self._process.stdin.write(f"{key} {value}\n")
        self._process.stdin.flush()

    def suspend(self):
        """Suspends the process: it accepts calls and does not answer."""
        os.kill(self._process.pid, signal.SIGSTOP)

    def resume(self):
        os.kill(self._process.pid, signal.SIGCONT)


class Service:
    def __init__(self, bus):
        self._bus = bus
        self._preferences = {"color-scheme": GLib.Variant("u", 2)}
        told = Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0]
        bus.register_object(PATH, told, self._asked, self._version, None)

    def _asked(self, _bus, _sender, _path, _interface, method, arguments, call):
        if method == "ReadAll":
            call.return_value(GLib.Variant("(a{sa{sv}})", ({APPEARANCE: self._preferences},)))
            return
        namespace, key = arguments.unpack()
        value = self._preferences.get(key) if namespace == APPEARANCE else None
        if value is None:
            call.return_dbus_error("org.freedesktop.portal.Error.NotFound", "no such preference")
        else:
            # A variant in a variant: this method has always had that type.
            call.return_value(GLib.Variant("(v)", (GLib.Variant("v", value),)))

    def _version(self, *_):
        return GLib.Variant("u", 1)

    def change(self, line):
        key, _, told = line.partition(" ")
        value = GLib.Variant.parse(GLib.VariantType("v"), told, None, None).get_variant()
        self._preferences[key] = value
        self._bus.emit_signal(None, PATH, SETTINGS, "SettingChanged", GLib.Variant("(ssv)", (APPEARANCE, key, value)))


def main():
    bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
    service = Service(bus)
    loop = GLib.MainLoop()

    def heard(*_):
        line = sys.stdin.readline()
        service.change(line.strip()) if line else loop.quit()
        return bool(line)

    GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, heard)
    Gio.bus_own_name_on_connection(
        bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: print("ready", flush=True), None)
    loop.run()


if __name__ == "__main__":
    main()
