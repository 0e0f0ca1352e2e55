"""Invalid answers of a server: each gives a clear state, loses nothing and does not crash."""

import struct
import zlib

import pytest

import tree
from scripted import Scripted, repository
from standin import StandIn

HOSTILE = "<b>bold</b> & <a href='javascript:1'>\"quoted\" \u202egnirts\u202c tab\tbell\x07 nul\\u0000 end"


@pytest.fixture
def scripted():
    with Scripted() as server:
        yield server


def test_markup_and_control_characters_are_shown_as_they_are(launch, scripted):
    scripted.repositories = [
        repository(1, "odd/markup", scripted.url, description=HOSTILE, homepage="javascript:alert(1)",
                   language="<i>C</i>", topics=["a&b"]),
        repository(2, "plain/one", scripted.url),
    ]  # fmt: skip
    with launch(scripted) as app:
        app.search_for_rows("anything")
        app.expect("the results", app.titles, ["odd/markup", "plain/one"])
        row = app.select_first()
        app.wait(None, lambda text: "<b>bold</b> & <a href=" in text, within=row, rows=True)
        details = app.open_selected()
        app.wait(None, lambda text: "<b>bold</b> & <a href=" in text, within=details)
        texts = [tree.name(node) for node in tree.walk(app.root, rows=True)]
        assert not [text for text in texts if set(text) & set("\x07\u202e\x00")]
        assert "Failed to set text" not in app.errors()


def test_a_picture_that_is_none_leaves_the_placeholder(launch, scripted):
    pictures = {
        1: ("image/png", b"this is not a picture"),
        2: ("text/html", b"<html>sign in</html>"),
        3: ("image/png", bomb(60_000, 60_000)),
        4: ("image/svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"),
        5: ("image/png", b""),
    }
    scripted.pictures = pictures
    scripted.repositories = [repository(number, f"owner{number}/name", scripted.url) for number in pictures]
    with launch(scripted) as app:
        app.search_for_rows("anything")
        app.until("all pictures asked for", lambda: asked(scripted) == set(pictures))
        before = peak(app)
        app.search("anything else")
        app.until("the other search", lambda: any("else" in line for line in scripted.log()))
        app.select_first()
        app.open_selected()
        app.expect("the rows", lambda: len(app.rows()), len(pictures))
        assert peak(app) - before < 64 * 1024, "decoding must not take the memory the picture claims"
        assert peak(app) < 512 * 1024


def asked(server):
    return {int(line.split(" ")[1].rsplit("/", 1)[1]) for line in server.log() if "/picture/" in line}


def peak(app):
    """Returns the peak memory of the program, in KiB."""
    with open(f"/proc/{app.process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))


def bomb(width, height):
    """Returns a small PNG that declares huge dimensions."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    rows = zlib.compress(bytes(width + 1) * 200, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def test_favorites_are_untouched_by_bad_answers(launch):
    with StandIn(search_limit="off") as server, launch(server) as app:
        app.search_for_rows("swift")
        row = app.select_first()
        app.keys.press("ctrl+d")
        app.wait_starred(row)
        kept = app.favorites(1)
        port = server.url.rsplit(":", 1)[1]
    # Uses the same address again: a favorite belongs to its server.
    with StandIn(scenario="cut", search_limit="off", port=port) as server, launch(server) as app:
        app.search("swift")
        app.wait(None, "The Response Could Not Be Read")
        app.favorites_are(kept)


BOMB = "|a" * 4_000 + "\n" + "|-" * 4_000 + "\n" + "x\n" * 4_000
"""A README that uses up all memory of a parser without a limit."""


def test_a_readme_beyond_the_limits_is_shown_as_it_was_written(launch, scripted):
    scripted.readme = BOMB
    scripted.repositories = [repository(1, "odd/bomb", scripted.url)]
    with launch(scripted) as app:
        app.search_for_rows("anything")
        app.select_first()
        app.open_selected()
        app.wait(None, "This document could not be formatted.")
        app.wait("label", lambda text: text.startswith(BOMB[:10]), within=app.details())
        app.wait(tree.BUTTON, "Open in Browser", within=app.details())
        scripted.repositories = [repository(2, "plain/one", scripted.url)]
        app.search_for_rows("something else")
        app.expect("the results", app.titles, ["plain/one"])
        app.keys.press("ctrl+q")
        assert app.ended() == 0
