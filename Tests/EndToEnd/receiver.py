"""Another program: what it pastes from the clipboard, and a window that takes drops.

As a program it prints what it got: a JSON object with the content of each type, in the order of the offer.
"""

import json
import os
import select
import subprocess
import sys

from processes import end, first_line
from waiting import eventually

TITLE = "Receiver"
OVER = "over"
"""What the program prints when a drag moves over its window."""
LARGEST = 64 << 20


def paste(desktop, home):
    """Returns what another program pastes, by type, in the order of the offer; empty when nothing is offered."""
    command = [sys.executable, __file__, "paste"]
    ended = subprocess.run(
        command, env=desktop.environment(home), capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


class Receiver:
    """A context manager: a window in the right half of the screen that takes files."""

    def __init__(self, desktop, home):
        self._environment = desktop.environment(home)
        self._begun = b""
        """The beginning of a line."""

    def __enter__(self):
        command = [sys.executable, __file__, "drop"]
        self._process = subprocess.Popen(command, env=self._environment, stdout=subprocess.PIPE, text=True)
        first_line(self._process)
        return self

    def __exit__(self, *_):
        end(self._process)
        self._process.stdout.close()

    def window(self, keys):
        """Returns the X window."""
        return eventually("the receiver's window", lambda: next(
            iter(keys.windows("--onlyvisible", "--pid", self._process.pid, "--name", f"^{TITLE}$")), None))

    def has_drag(self):
        """Whether a drag moved over the window since the last question."""
        return OVER in self._lines(0)

    def got(self):
        """Waits for a drop. Returns what it brought, by type."""
        answer = eventually("a drop", lambda: [line for line in self._lines(1) if line != OVER])
        return json.loads(answer[0])

    def _lines(self, seconds):
        """Returns the lines that came, waiting for the first bytes."""
        ready, _, _ = select.select([self._process.stdout], [], [], seconds)
        if ready:
            self._begun += os.read(self._process.stdout.fileno(), 1 << 20)
        *lines, self._begun = self._begun.split(b"\n")
        return [line.decode() for line in lines]


def frames(data):
    """Returns the number of frames of a GIF, from its blocks."""
    assert data[:6] in (b"GIF87a", b"GIF89a"), data[:16]
    place = 13 + (3 << (data[10] & 7) + 1 if data[10] & 0x80 else 0)
    count = 0
    while data[place] != 0x3B:
        if data[place] == 0x2C:
            count += 1
            place += 11 + (3 << (data[place + 9] & 7) + 1 if data[place + 9] & 0x80 else 0)
        else:
            assert data[place] == 0x21, data[place]
            place += 2
        while data[place]:
            place += data[place] + 1
        place += 1
    return count


def read_clipboard(clipboard, done):
    """Reads all types, one after the other."""
    from gi.repository import Gio, GLib

    left, found = list(clipboard.get_formats().get_mime_types()), {}

    def start():
        if left:
            clipboard.read_async([left[0]], GLib.PRIORITY_DEFAULT, None, opened)
        else:
            done(found)

    def opened(_, result):
        kind = left.pop(0)
        try:
            stream, _ = clipboard.read_finish(result)
        except GLib.Error as failure:
            found[kind] = f"failed: {failure.message}"
            return start()
        memory = Gio.MemoryOutputStream.new_resizable()

        def spliced(_, answer):
            memory.splice_finish(answer)
            found[kind] = memory.steal_as_bytes().get_data()[:LARGEST].decode("latin-1")
            start()

        flags = Gio.OutputStreamSpliceFlags.CLOSE_SOURCE | Gio.OutputStreamSpliceFlags.CLOSE_TARGET
        memory.splice_async(stream, flags, GLib.PRIORITY_DEFAULT, None, spliced)

    start()


def read_drop(drop, done):
    """Reads the file and the text of a drop; the other types are empty. In PyGObject, Gdk.Drop.read_finish frees a
    string of GTK's."""
    from gi.repository import Gdk, GLib, GObject

    found = dict.fromkeys(drop.get_formats().get_mime_types(), "")

    def files_read(_, result):
        try:
            files = drop.read_value_finish(result).get_files()
            found["text/uri-list"] = "".join(f"{file.get_uri()}\r\n" for file in files)
        except GLib.Error as failure:
            found["text/uri-list"] = f"failed: {failure.message}"
        drop.read_value_async(GObject.TYPE_STRING, GLib.PRIORITY_DEFAULT, None, text_read)

    def text_read(_, result):
        found["text/plain;charset=utf-8"] = drop.read_value_finish(result)
        done(found)

    drop.read_value_async(Gdk.FileList, GLib.PRIORITY_DEFAULT, None, files_read)


def main(kind):
    import gi

    for name in ("Gdk", "Gtk"):
        gi.require_version(name, "4.0")
    from gi.repository import Gdk, GLib, Gtk

    Gtk.init()
    loop = GLib.MainLoop()

    def show(found):
        print(json.dumps(found), flush=True)

    if kind == "paste":
        def done(found):
            show(found)
            loop.quit()

        clipboard = Gdk.Display.get_default().get_clipboard()

        def changed(*_):
            # GTK asks the owner for the types first.
            if started or not clipboard.get_formats().get_mime_types():
                return
            started.append(True)
            read_clipboard(clipboard, done)

        started = []
        clipboard.connect("changed", changed)
        GLib.idle_add(changed)
        return loop.run()
    window = Gtk.Window(title=TITLE, default_width=300, default_height=300)
    target = Gtk.DropTargetAsync.new(Gdk.ContentFormats.new(["text/uri-list"]), Gdk.DragAction.COPY)

    def dropped(_, drop, *_place):
        def done(found):
            drop.finish(Gdk.DragAction.COPY)
            show(found)

        read_drop(drop, done)
        return True

    def moved(*_):
        print(OVER, flush=True)
        return Gdk.DragAction.COPY

    target.connect("drag-motion", moved)
    target.connect("drop", dropped)
    window.add_controller(target)
    window.connect("map", lambda _: print("ready", flush=True))
    window.present()
    loop.run()


if __name__ == "__main__":
    main(sys.argv[1])
