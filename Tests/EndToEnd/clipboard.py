"""The clipboard of the display: text to paste, such as characters that cannot be typed, and the picture that other
programs receive."""

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


def picture_size(desktop, home):
    """Returns width and height in pixels of the picture in the clipboard; None when there is none."""
    command = [sys.executable, __file__, "picture"]
    ended = subprocess.run(command, env=desktop.environment(home), capture_output=True, text=True, check=False)
    return tuple(map(int, ended.stdout.split())) or None


def own(clipboard, loop, provider):
    clipboard.set_content(provider(sys.stdin.read()))
    print("ready", flush=True)
    loop.run()


def look(clipboard, loop, failure):
    def took(_, answer):
        try:
            picture = clipboard.read_texture_finish(answer)
            print(picture.get_width(), picture.get_height())
        except failure as error:
            print(error, file=sys.stderr)
        loop.quit()

    clipboard.read_texture_async(None, took)
    loop.run()


def main():
    import gi

    gi.require_version("Gtk", "4.0")
    from gi.repository import Gdk, GLib, Gtk

    Gtk.init()
    clipboard = Gdk.Display.get_default().get_clipboard()
    if sys.argv[1:] == ["picture"]:
        look(clipboard, GLib.MainLoop(), GLib.Error)
    else:
        own(clipboard, GLib.MainLoop(), Gdk.ContentProvider.new_for_value)


if __name__ == "__main__":
    main()
