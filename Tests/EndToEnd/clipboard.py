"""Text on the clipboard of the display, for as long as it is held: what a person pastes and cannot type."""

import subprocess
import sys

from processes import end, first_line


class Clipboard:
    """with Clipboard(desktop, home, "text"): ... the text can be pasted."""

    def __init__(self, desktop, home, text):
        self._environment = desktop.environment(home)
        self._text = text
        self._owner = None

    def __enter__(self):
        self._owner = subprocess.Popen(
            [sys.executable, __file__], env=self._environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._owner.stdin.write(self._text)
        self._owner.stdin.close()
        first_line(self._owner)
        return self

    def __exit__(self, *_):
        end(self._owner)
        self._owner.stdout.close()


def own():
    import gi

    gi.require_version("Gtk", "4.0")
    from gi.repository import Gdk, GLib, Gtk

    Gtk.init()

    text = sys.stdin.read()
    display = Gdk.Display.get_default()
    display.get_clipboard().set_content(Gdk.ContentProvider.new_for_value(text))
    print("ready", flush=True)
    GLib.MainLoop().run()


if __name__ == "__main__":
    own()
