"""Actions on a row of the start page: the same keys and clicks as on a result."""

import pytest

import tree
from screens import title, title_in_name
from test_keyboard import stub_browser
from test_start import FAVORITES, ROWS_ABOVE, TRENDING, go_to_trending, wait_trending

MENU_ITEM = "menu item"


@pytest.fixture
def opened(home):
    stub_browser(home)
    file = home / "opened"
    return lambda: file.read_text().split() if file.exists() else []


@pytest.fixture
def start(opened, launch, server):
    with launch(server) as app:
        wait_trending(app)
        yield app


def first(app):
    return app.first(TRENDING)


def go_to_first(app):
    go_to_trending(app)
    return title(first(app))


def test_the_menu_opens_by_key_acts_on_the_row_and_gives_the_focus_back(start):
    app = start
    name = go_to_first(app)
    app.keys.press("Menu")
    app.wait(MENU_ITEM, "Copy Link", rows=True)
    app.press(MENU_ITEM, "Add to Favorites", rows=True, until=lambda: app.titles(FAVORITES) == [name])
    app.until("the star", lambda: tree.pressed(app.star(first(app))))
    app.wait_focus_in("the row", lambda: first(app))


def test_mouse_buttons(start, opened):
    app = start
    other = app.until("another row", lambda: title_in_name(app.rows(TRENDING)[1].name))
    app.click(lambda: app.rows(TRENDING)[1], 2)
    app.until("the browser", lambda: opened() and other in opened()[0])
    app.wait_focus_in("the row", lambda: app.rows(TRENDING)[1])
    app.click(lambda: app.rows(TRENDING)[0], 3)
    app.wait(MENU_ITEM, "Copy Link", rows=True)
    app.keys.press("Escape")
    app.gone(MENU_ITEM, "Copy Link", rows=True)
    app.wait_focus_in("the row", lambda: first(app))


@pytest.mark.parametrize("width", [360, 1100])
def test_keys_act_on_the_row_that_has_the_focus(start, opened, width):
    app = start
    app.resize(width, 720)
    name = go_to_first(app)
    app.keys.press("ctrl+Return")
    app.until("the browser", lambda: opened() and name in opened()[0])
    app.keys.press("ctrl+shift+c")
    app.wait_for_text("Link copied")
    app.keys.press("Down", "ctrl+d")
    second = app.until("another row", lambda: title_in_name(app.rows(TRENDING)[1].name))
    app.expect("the favorites", lambda: app.titles(FAVORITES), [second])


def test_where_only_the_page_shows_keys_act_on_nothing_that_is_not_looked_at(start, opened):
    app = start
    app.resize(360, 720)
    name = go_to_first(app)
    app.keys.press(*["Up"] * ROWS_ABOVE)
    app.wait_focus_in_entry()
    app.keys.press("ctrl+Return", "ctrl+d", *["Down"] * ROWS_ABOVE, "ctrl+Return")
    # If the first keys had opened something, it would come first.
    app.until("the browser", opened)
    app.expect("what was opened", lambda: [name in address for address in opened()], [True])
    app.expect("the favorites", lambda: app.titles(FAVORITES), [])
