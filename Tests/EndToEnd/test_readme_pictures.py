"""The pictures of a README: allowed servers, and the time of loading."""

import struct
import zlib

import pytest

import tree
from portal import DARK, Portal
from scripted import Scripted, repository
from settings import KEPT
from test_preferences import close_preferences, open_preferences, turn

LOAD = "Load Pictures"
WORDS, RED = "a red square", (0xE0, 0x20, 0x20)
"""The alternative text of a picture, shown until it is loaded, and its color."""


def chunk(kind, content):
    checksum = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", checksum)


def png(side=64):
    """Returns a red square."""
    rows = b"".join(b"\0" + b"\xe0\x20\x20" * side for _ in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


@pytest.fixture
def github():
    with Scripted() as server:
        server.repositories = [repository(1, "ada/one", server.url)]
        server.pictures = {1: ("image/png", png()), 2: ("image/png", png(128))}
        yield server


@pytest.fixture
def elsewhere():
    """Another server on this machine."""
    with Scripted() as server:
        yield server


def shows_words(text):
    return WORDS in text


def opened(app):
    app.search_for_rows("one")
    app.select_first()
    app.open_selected()
    return app.wait("heading", "README")


def test_a_readme_reaches_no_other_server_on_this_machine(launch, github, elsewhere):
    port = elsewhere.url.rsplit(":", 1)[1]
    addresses = [f"{scheme}://{host}:{port}/admin/reboot" for scheme in ("http", "https")
                 for host in ("127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]")]
    pictures = [f"![blocked {number}]({address})" for number, address in enumerate(addresses)]
    github.readme = "\n\n".join(["# One", *pictures, f"![fine]({github.url}/picture/2)"])
    with launch(github) as app:
        opened(app)
        app.until("the picture that may be loaded", lambda: "GET /picture/2 200" in github.log())
        app.wait("label", lambda text: "blocked 0" in text)
    assert elsewhere.log() == []


def test_a_picture_in_a_line_is_a_part_of_its_text(launch, github):
    github.pictures[3] = ("image/png", png(32))
    github.readme = f"# One\n\nBefore ![{WORDS}]({github.url}/picture/3) after."
    with launch(github) as app:
        opened(app)

        def line():
            return app.find("label", f"Before {WORDS} after.", within=app.details())

        def is_red():
            place = tree.place(line())
            return place and RED in app.camera.colors(place, [part // 2 for part in app.border()])

        app.until("the picture in the line", is_red)
        app.expect("pictures in the text", lambda: app.find("image", shows_words, within=app.details()), None)
        app.expect("those without a name", lambda: app.find("image", "GtkPicture", within=app.details()), None)


def test_an_svg_has_the_colors_for_the_style_of_the_window(desktop, home, launch, github):
    sheet = "rect{fill:#e02020}@media (prefers-color-scheme: dark){rect{fill:#20e020}}"
    square = f"<style>{sheet}</style><rect width='32' height='32'/>"
    github.pictures[3] = (
        "image/svg+xml", f"<svg xmlns='http://www.w3.org/2000/svg' width='32' height='32'>{square}</svg>".encode())
    github.readme = f"# One\n\nBefore ![{WORDS}]({github.url}/picture/3) after."
    with Portal(desktop, home) as portal, launch(github) as app:
        opened(app)

        def has(color):
            place = tree.place(app.find("label", f"Before {WORDS} after.", within=app.details()))
            return place and color in app.camera.colors(place, [part // 2 for part in app.border()])

        app.until("the colors for a light window", lambda: has(RED))
        portal.prefer("color-scheme", DARK)
        app.until("the colors for a dark window", lambda: has((0x20, 0xE0, 0x20)))


def test_on_request_the_pictures_of_a_readme_wait_for_a_button(launch, github, settings):
    def loaded():
        return [line for line in github.log() if line.startswith("GET /picture/2")]

    github.readme = f"# One\n\nWords.\n\n![{WORDS}]({github.url}/picture/2)\n\nMore words."
    with launch(github, **KEPT) as app:
        open_preferences(app, "Pictures")
        turn(app, "Load Pictures Automatically", False)
        app.expect("the kept choice", lambda: settings.stored().get("load-document-pictures"), "false")
        close_preferences(app)
        opened(app)
        app.wait("label", shows_words)
        app.wait(tree.BUTTON, LOAD)
        app.camera.save("readme-pictures-on-request")
        assert loaded() == []
        app.press(tree.BUTTON, LOAD, until=loaded)
        app.gone(tree.BUTTON, LOAD)
        app.gone("label", shows_words)
        app.camera.save("readme-pictures-loaded")
        app.press(tree.BUTTON, "Open Full Page", until=lambda: app.find(tree.BUTTON, "Find in Text"))
        app.gone("label", shows_words)
        app.gone(tree.BUTTON, LOAD)


def test_pictures_that_waited_are_loaded_when_the_preference_is_turned_on(launch, github, settings):
    settings.set("load-document-pictures", "false")
    github.readme = f"# One\n\n![{WORDS}]({github.url}/picture/2)"
    with launch(github, **KEPT) as app:
        opened(app)
        app.wait(tree.BUTTON, LOAD)
        settings.set("load-document-pictures", "true")
        app.gone("label", shows_words)
        app.gone(tree.BUTTON, LOAD)
