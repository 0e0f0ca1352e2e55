"""Pictures for other programs: copying, dragging, saving."""

import pathlib
import urllib.parse

import tree
from media import GIFS
from receiver import frames, paste


def file_of(uri):
    address = urllib.parse.urlsplit(uri.strip())
    assert address.scheme == "file", uri
    return pathlib.Path(urllib.parse.unquote(address.path))


def open_lighthouse(app):
    app.go(GIFS, "alt+3")
    app.wait_for_cells()
    app.ask("golden lighthouse")
    app.until("what was searched for", lambda: app.count() and "Golden" in app.first_name())
    app.keys.press("Down", "Return")
    app.wait(tree.BUTTON, "Save…")


def check_offer(found, title):
    """Checks what a program gets of an animated GIF. Returns the file."""
    types = list(found)
    wanted = ["text/uri-list", "x-special/gnome-copied-files", "image/gif", "text/html", "text/plain;charset=utf-8"]
    assert [kind for kind in types if kind in wanted] == wanted, types
    assert not [kind for kind in types if kind.startswith("image/") and kind != "image/gif"], types
    assert found["text/uri-list"].endswith("\r\n")
    uri = found["text/uri-list"].strip()
    assert found["x-special/gnome-copied-files"] == f"copy\n{uri}"
    assert f'alt="{title}"' in found["text/html"] and '<img src="http' in found["text/html"]
    assert found["text/plain;charset=utf-8"].startswith("http")
    file = file_of(uri)
    assert file.name == f"{title}.gif"
    assert file.read_bytes() == found["image/gif"].encode("latin-1")
    assert file.parent.stat().st_mode & 0o777 == 0o700 and file.parent.parent.stat().st_mode & 0o777 == 0o700
    return file


def test_a_copied_gif_is_pasted_as_a_file_that_still_moves_when_the_program_has_ended(demo, desktop, home):
    open_lighthouse(demo)
    title = demo.first_name().split(",")[0]
    demo.press(tree.BUTTON, "Copy", until=lambda: demo.find(None, "Picture copied"))
    file = check_offer(paste(desktop, home), title)
    demo.keys.press("ctrl+q")
    demo.ended()
    assert frames(file.read_bytes()) > 1
