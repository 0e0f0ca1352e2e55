"""When what has the focus goes away, the focus goes to the list, the entry or the heading: never to what acts."""

import pytest

import tree
from log import query, searches
from screens import ENTRY, title
from standin import StandIn


def tab_to(app, node):
    for _ in range(16):
        before = app.focused()
        app.keys.press("Tab")
        app.until("the focus to move", lambda: app.focused() is not None and app.focused() != before)
        if app.focus_is_in(node):
            return
    raise AssertionError("Tab does not reach it\n" + app.dump())


@pytest.fixture
def remembered(app):
    """The start page, with a search made before."""
    app.search_for_rows("swift")
    app.keys.press("ctrl+a", "Escape")
    app.wait(tree.ROW, "swift")
    return app


def test_down_reaches_the_recent_searches_and_enter_searches(remembered, server):
    remembered.keys.press("Down")
    remembered.wait_focus_in("the recent search", lambda: remembered.find(tree.ROW, "swift"))
    remembered.keys.press("Up")
    remembered.wait_focus_in_entry()
    before = len(searches(server))
    remembered.keys.press("Down", "Return")
    remembered.wait_for_rows()
    assert query(searches(server)[before]) == "swift"
    remembered.wait_focus_in_entry()


def test_clearing_the_recent_searches_is_undone_by_key(remembered):
    remembered.press(tree.BUTTON, "Clear")
    remembered.gone(tree.ROW, "swift")
    remembered.says("1 search removed")
    remembered.wait(tree.BUTTON, "Close", within=remembered.wait(None, "AdwToastWidget"))
    remembered.keys.press("ctrl+z")
    remembered.wait(tree.ROW, "swift")


def test_a_removal_is_undone_by_key(app, kept):
    app.favorites(3)
    app.until("a favorite that is looked at", lambda: app.selected("Favorites"))
    app.keys.press("ctrl+d")
    app.until("two favorites", lambda: len(app.titles("Favorites")) == 2)
    app.says("removed from Favorites")
    app.keys.press("ctrl+z")
    app.until("three favorites", lambda: len(app.titles("Favorites")) == 3)


def test_try_again_leaves_the_focus_in_the_entry(launch):
    with StandIn(scenario="server", search_limit="off") as server, launch(server) as app:
        app.search("swift")
        again = app.wait(tree.BUTTON, "Try Again")
        tab_to(app, again)
        before = len(searches(server))
        app.keys.press("space")
        app.until("one more request", lambda: len(searches(server)) > before)
        app.wait_focus_in_entry()


def test_widening_narrow_details_keeps_the_focus_in_them(app):
    app.search_for_rows("swift")
    app.resize(360, 640)
    app.select_first()
    details = app.open_selected()
    app.wait_focus_in("the details", lambda: details)
    assert tree.role(app.focused()) == "heading"
    app.resize(1100, 640)
    app.gone(tree.BUTTON, "Back")
    assert tree.role(app.focused()) == "heading"


def test_back_that_goes_while_the_window_widens_gives_the_focus_to_the_row(app):
    app.search_for_rows("swift")
    app.resize(360, 640)
    app.select_first()
    app.open_selected()
    back = app.wait(tree.BUTTON, "Back")
    tab_to(app, back)
    app.resize(1100, 640)
    app.wait_focus_in("the row", app.selected)


def test_page_down_turns_the_page_of_the_details_wherever_the_focus_is(app):
    app.search_for_rows("swift")
    app.resize(360, 360)
    app.select_first()
    details = app.open_selected()
    back = app.wait(tree.BUTTON, "Back")
    tab_to(app, back)
    heading = app.wait("heading", within=details)
    before = tree.place(heading).y
    app.keys.press("Page_Down")
    app.until("another page", lambda: tree.place(heading).y < before)


def test_ctrl_f_goes_to_the_entry_of_the_view_that_shows(app, kept):
    app.favorites(3)
    app.keys.press("ctrl+f")
    app.wait_focus_in("the filter", lambda: app.find(ENTRY, "Filter Favorites"))
    assert len(app.titles("Favorites")) == 3
    app.keys.press("ctrl+1", "ctrl+f")
    app.wait_focus_in_entry()


def test_space_on_a_row_opens_it_and_leaves_it_selected(app):
    app.search_for_rows("swift")
    app.resize(360, 640)
    row = app.select_first()
    app.wait_focus_in("the row", lambda: row)
    app.keys.press("space")
    app.wait_focus_in("the details", app.details)
    assert title(app.selected()) == title(row)


def test_what_stands_under_the_last_row_is_not_selected(app):
    app.search_for_rows("swift")
    app.until("all results", lambda: app.find(tree.BUTTON, "Load More", rows=True) is not None)
    app.select_first()
    app.keys.press("End")
    app.until("more rows", lambda: app.shown() > 100)
    assert all(title(row) for row in tree.children(app.list()) if tree.has(row, tree.STATE.SELECTED))


def test_down_before_typing_has_been_answered_takes_the_first_row(app):
    app.keys.type("swift")
    app.keys.press("Down")
    app.wait_for_rows()
    app.wait_focus_in("the first row", lambda: app.rows()[0])
