"""A favorite that its server no longer has says so, and can be removed or searched for."""

import pytest

import tree
from screens import title
from standin import StandIn
from test_readme_download import stored
from waiting import eventually

NOTICE = "This repository is no longer available."
MARK = "Not Available"
SEARCH = "Search for Its Name"


@pytest.fixture
def gone(launch, home):
    """The application over a server without the only favorite, whose README is stored: nothing loads in the background;
    the favorite's title, and the server."""
    with StandIn(search_limit="off") as server, launch(server) as app:
        app.search_for_rows("swift")
        row = app.select_first()
        app.keys.press("ctrl+d")
        app.wait_starred(row)
        app.open_selected()
        eventually("the stored README", lambda: stored(home) == 1, explain=app.dump)
        name, port = title(row), server.port
    with StandIn(scenario="gone", search_limit="off", port=port) as server, launch(server) as app:
        app.show_favorites()
        yield app, name, server


def rest(app):
    """Waits until the row of the favorite and its details say that it is gone."""
    app.until("the focus in a row", app.row_in_focus)
    app.wait("label", NOTICE)
    app.until("the mark of the row", lambda: MARK in getattr(app.first("Favorites"), "name", ""))


def test_a_gone_favorite_says_so_after_a_rest_and_is_requested_once(gone):
    app, name, server = gone
    rest(app)
    app.until("the stored README", lambda: app.find("label", lambda text: text.startswith("Saved "), app.details()))
    server.wait_for("/readme")
    before = server.wait_for("GET /repo")
    app.open_selected()
    app.wait_focus_in("the details", app.details)
    app.keys.press("Escape")
    app.until("the focus in the row", app.row_in_focus)
    app.ask("is:gone")
    app.expect("what is gone", lambda: app.titles("Favorites"), [name])
    app.ask("-is:gone")
    app.wait(None, "No Favorites Found")
    assert server.log("GET /repo") == before, "Enter repeats no request"


def test_a_gone_favorite_is_removed_with_undo(gone):
    app, name, _ = gone
    rest(app)
    app.press(tree.BUTTON, "Remove", until=lambda: app.find(None, "No Favorites Yet"))
    app.press(tree.BUTTON, "Undo", until=lambda: app.titles("Favorites") == [name])
    app.until("the mark of the row", lambda: MARK in app.first("Favorites").name)


def test_the_name_of_a_gone_favorite_is_searched_for(gone):
    app, name, _ = gone
    rest(app)
    app.press(tree.BUTTON, SEARCH, until=lambda: app.query() == name.split("/")[1])
    app.until("the result", lambda: MARK in next((row.name for row in app.rows() if title(row) == name), ""))


def test_a_favorite_that_is_back_loses_its_mark(gone, launch):
    app, _, server = gone
    rest(app)
    assert app.close() == 0
    server.stop()
    with StandIn(search_limit="off", port=server.port) as back, launch(back) as app:
        app.show_favorites()
        app.until("the focus in a row", app.row_in_focus)
        app.until("no mark", lambda: MARK not in getattr(app.first("Favorites"), "name", MARK))
        app.gone("label", NOTICE)
