"""GIFs and animated WebPs in a README: they play in view, by a preference or under the pointer. What is too large says
so."""

import base64

import pytest

import tree
from scripted import Scripted, repository
from settings import KEPT

GIF = base64.b64decode(
    "R0lGODlhKAAUAPAAAP8AAAAAACH5BAAEAAAAIf8LTkVUU0NBUEUyLjADAQAAACwAAAAAKAAUAAACGoSPqcvtD6OctNqLs968"
    "+w+G4kiW5omm6ooVACH5BAAEAAAALAAAAAAoABQAgAAA/wAAAAIahI+py+0Po5y02ouz3rz7D4biSJbmiabqihUAOw=="
)
WEBP = base64.b64decode(
    "UklGRuIAAABXRUJQVlA4WAoAAAACAAAAJwAAEwAAQU5JTQYAAAD/////AABBTk1GWgAAAAAAAAAAACcAABMAACgAAAJWUDgg"
    "QgAAAFADAJ0BKigAFAA+kUaeSyWjoqGlaACwEglnAM7egAAr98NwAP7upj//Ys5bAvH//ucD/ucD/ucD+NsH7b1qgAAAAEFO"
    "TUZUAAAAAAAAAAAAJwAAEwAAKAAAAFZQOCA8AAAAtAIAnQEqKAAUAD6RRp5LAlaAAAEglnANAYDzE27wAP71WL//3OB//s4H"
    "/+zgfx1/zbkWmWXGJFbX4AAA"
)
"""40 by 20 pixels, red and blue for 40 ms each: one look at the window sees several frames."""
UNKNOWN = "application/octet-stream"
TOO_LARGE = "Too large to show here"


@pytest.fixture
def github():
    with Scripted() as server:
        server.repositories = [repository(1, "ada/one", server.url)]
        yield server


def opened(app):
    app.search_for_rows("one")
    app.select_first()
    app.open_selected()
    return app.wait("heading", "README")


def readme(server, *pictures, after=0):
    """Returns a README with pictures, which begins the list of pictures with number 10."""
    for number, picture in enumerate(pictures, 10):
        server.pictures[number] = picture
    numbers = range(10, 10 + len(pictures))
    shown = [f'<img src="{server.url}/picture/{number}" width="300" alt="Moving {number}">' for number in numbers]
    return "\n\n".join(["# One", *shown, *["More words."] * after])


def moves(app):
    return not app.camera.still()


@pytest.mark.parametrize("picture", [GIF, WEBP], ids=["gif", "webp"])
def test_it_plays_in_view_unless_the_preference_says_no(launch, github, settings, picture):
    github.readme = readme(github, (UNKNOWN, picture), after=60)
    with launch(github, **KEPT) as app:
        opened(app)
        app.until("a picture that moves", lambda: moves(app))
        app.press(tree.BUTTON, "Open Full Page", until=lambda: app.find(tree.BUTTON, "Find in Text"))
        app.until("a picture that moves on the page", lambda: moves(app))
        app.keys.press("End")
        app.until("rest out of view", app.camera.still)
        app.keys.press("Home")
        app.until("a picture that moves again", lambda: moves(app))
        settings.set("play-document-animations", "false")
        app.until("rest by the preference", app.camera.still)


def test_under_the_pointer_it_plays_in_any_case(launch, github, settings):
    settings.write(play_document_animations="false")
    github.readme = readme(github, ("image/gif", GIF))
    with launch(github) as app:
        opened(app)
        place = app.until("the picture", lambda: tree.place(app.find("image", "Moving 10", within=app.details())))
        width, height = app.border()
        app.until("rest", app.camera.still)
        app.keys.run("mousemove", "--window", app.window, width + place.x + 60, height + place.y + 40)
        app.until("a picture that moves", lambda: moves(app))
        app.keys.run("mousemove", "--window", app.window, 5, 5)
        app.until("rest without the pointer", app.camera.still)


def test_within_a_line_it_plays_under_the_pointer(launch, github, settings):
    settings.write(play_document_animations="false")
    github.pictures[10] = ("image/gif", GIF)
    github.readme = f'# One\n\n<img src="{github.url}/picture/10" height="20" alt="Moving"> and words after it.'
    with launch(github) as app:
        opened(app)
        name = "Moving and words after it."
        place = app.until("the line", lambda: tree.place(app.find("label", name, within=app.details())))
        width, height = app.border()
        app.until("rest", app.camera.still)
        app.keys.run("mousemove", "--window", app.window, width + place.x + 20, height + place.y + 10)
        app.until("a picture that moves", lambda: moves(app))
        app.keys.run("mousemove", "--window", app.window, width + place.x + 90, height + place.y + 10)
        app.until("rest next to the picture", app.camera.still)


def test_a_linked_one_plays_with_the_focus(launch, github, settings):
    settings.write(play_document_animations="false")
    github.pictures[10] = ("image/gif", GIF)
    github.readme = f'# One\n\n<a href="https://a.example/"><img src="{github.url}/picture/10" width="300" alt="Go"></a>'
    with launch(github) as app:
        opened(app)
        link = app.wait(tree.BUTTON, "Go")
        app.until("rest", app.camera.still)
        app.tab_to(link, app.root)
        app.until("a picture that moves", lambda: moves(app))


def test_with_reduced_motion_it_rests(launch, github, home):
    folder = home / "config/gtk-4.0"
    folder.mkdir(parents=True)
    (folder / "settings.ini").write_text("[Settings]\ngtk-enable-animations=false\n")
    github.readme = readme(github, ("image/gif", GIF))
    with launch(github, **KEPT) as app:
        opened(app)
        app.until("the picture", lambda: app.find("image", "Moving 10", within=app.details()))
        for _ in range(3):
            app.until("rest", app.camera.still)


def test_a_picture_that_is_too_large_says_so_with_a_link(launch, github):
    github.readme = readme(github, ("image/gif", b"GIF89a" + bytes(11 << 20)), ("image/jpg", GIF + bytes(9 << 20)))
    with launch(github) as app:
        opened(app)
        app.until("the larger picture that shows", lambda: app.find("image", "Moving 11", within=app.details()))
        app.wait("label", lambda text: text.strip().endswith(TOO_LARGE) and "Moving 10" in text)
