"""The layout of a README: pictures at a side, wide tables, and what is behind words."""

import pytest

import tree
from scripted import Scripted, repository
from test_readme_pictures import WORDS, png

LONG = "Words of about fifty letters in one cell of a table"


@pytest.fixture
def github():
    with Scripted() as server:
        server.repositories = [repository(1, "ada/one", server.url)]
        server.pictures = {1: ("image/png", png()), 2: ("image/png", png(160))}
        yield server


def opened(app):
    """Opens the README on a page of its own."""
    app.search_for_rows("one")
    app.select_first()
    app.open_selected()
    app.wait("heading", "README")
    app.press(tree.BUTTON, "Open Full Page", until=lambda: app.find(tree.BUTTON, "Find in Text"))


def label(app, start):
    return tree.place(app.find("label", lambda text: text.startswith(start)))


def test_text_begins_next_to_a_picture_at_a_side(launch, github):
    picture = f'<img src="{github.url}/picture/2" align="right" alt="{WORDS}">'
    github.readme = f"# Title\n\n{picture}\n\nFirst words.\n\nSecond words.\n\n## Below\n\nThird words."
    with launch(github) as app:
        app.resize(1100, 800)
        opened(app)

        def figure():
            return tree.place(app.find(None, WORDS))

        def is_next_to_it():
            shown, first, below = figure(), label(app, "First"), tree.place(app.find("heading", "Below"))
            return (shown and first and below and shown.width == 160 and first.y < shown.y + 20
                    and first.x + first.width <= shown.x and below.y >= shown.y + shown.height)

        app.until("text next to the picture, and a heading below", is_next_to_it)
        app.resize(360, 640)

        def is_below_it():
            shown, first = figure(), label(app, "First")
            return shown and first and first.y >= shown.y + shown.height

        app.until("text below the picture", is_below_it)


def test_a_long_table_wraps_its_cells_before_it_scrolls(launch, github):
    row = f"| {LONG} " * 4 + "|\n"
    github.readme = "| One | Two | Three | Four |\n|---|---|---|---|\n" + row * 200
    with launch(github) as app:
        app.resize(1100, 800)
        opened(app)
        app.until("a cell of several lines", lambda: (place := label(app, LONG)) and place.height > 40)
        app.until("the last column on the page", lambda: (place := label(app, "Four")) and place.x + place.width < 1100)


def test_grounds_of_code_do_not_touch(launch, github):
    github.readme = "`code` " * 40
    with launch(github) as app:
        app.resize(1100, 800)
        opened(app)

        def gaps():
            """The rows of pixels in which there is nothing but the page."""
            place = label(app, "code code")
            edge = [part // 2 for part in app.border()]
            rows = place and [app.camera.colors(place._replace(y=place.y + y, height=1), edge)
                              for y in range(place.height)]
            return rows and sum(len(colors) == 1 for colors in rows)

        app.until("a gap between the lines", lambda: (gaps() or 0) >= 2)
