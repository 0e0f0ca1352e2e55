"""The filter of the results: it filters loaded rows by name, without a request."""

import pytest

import tree
from log import searches
from screens import ENTRY, title

FILTER = "Filter Loaded Results"


def filter_entry(app):
    return app.find(ENTRY, FILTER)


@pytest.fixture
def filtering(app):
    app.search_for_rows("swift")
    app.keys.press("ctrl+shift+f")
    app.wait_focus_in("the filter", lambda: filter_entry(app))
    return app


def test_the_loaded_rows_are_narrowed_by_name_and_nothing_is_asked(filtering, server):
    app = filtering
    whole, loaded, asked = app.titles(), app.shown(), len(searches(server, "swift"))
    wanted = whole[3]
    app.keys.type(wanted.split("/")[1])
    app.until("fewer rows", lambda: 0 < len(app.titles()) < len(whole))
    shown = app.titles()
    assert wanted in shown
    app.until("how many of how many", lambda: f"{len(shown)} of {loaded} loaded results match" in app.count())
    app.keys.press("Down")
    app.wait_focus_in("the first row", app.first)
    app.keys.press("Up")
    app.wait_focus_in("the filter", lambda: filter_entry(app))
    app.keys.press("Escape")
    app.expect("all rows", app.shown, loaded)
    app.wait_focus_in("the filter", lambda: filter_entry(app))
    app.keys.press("Escape")
    app.until("no filter", lambda: filter_entry(app) is None)
    app.until("the focus in a row", app.row_in_focus)
    # A request after the filter proves that none was sent before.
    app.keys.press("F5")
    app.until("one more search", lambda: len(searches(server, "swift")) == asked + 1)


def test_escape_in_the_rows_ends_it(filtering):
    app = filtering
    whole = app.titles()
    app.keys.type(whole[3].split("/")[1])
    app.until("fewer rows", lambda: 0 < len(app.titles()) < len(whole))
    app.keys.press("Down")
    app.wait_focus_in("the first row", app.first)
    app.keys.press("Escape")
    app.until("no filter", lambda: filter_entry(app) is None)
    # Newer GTK keeps the focused row at its place on the screen.
    app.until("the rows around it", lambda: set(whole[2:6]) <= set(app.titles()))
    app.expect("the selected row", lambda: title(app.selected()), whole[3])


def test_nothing_matches_and_the_filter_is_cleared(filtering):
    app = filtering
    whole = app.titles()
    app.keys.type("zzz")
    app.wait_for_text("match “zzz”")
    app.wait_focus_in("the filter", lambda: filter_entry(app))
    app.press(tree.BUTTON, "Clear Filter", until=lambda: app.titles() == whole)
    app.wait_focus_in("the filter", lambda: filter_entry(app))


def test_the_place_and_the_selection_come_back_when_nothing_had_matched(filtering):
    app = filtering
    app.keys.press("Escape", "Down", *["Down"] * 14)
    selected = app.until("the row", lambda: app.row_in_focus() and title(app.row_in_focus()))
    app.until("the last step", lambda: title(app.row_in_focus()) == app.titles()[14])
    selected, place = title(app.row_in_focus()), tree.place(app.row_in_focus())
    app.keys.press("ctrl+shift+f")
    app.wait_focus_in("the filter", lambda: filter_entry(app))
    app.keys.type("zzzz")
    app.wait_for_text("match “zzzz”")
    app.keys.press("Escape")
    app.until("the selected row", lambda: app.selected() and title(app.selected()) == selected)
    app.keys.press("Escape")
    app.until("the row at its place", lambda: app.row_in_focus() and tree.place(app.row_in_focus()) == place)
    app.expect("the row", lambda: title(app.row_in_focus()), selected)


def test_enter_waits_for_the_rows_that_match(filtering):
    app = filtering
    wanted = app.titles()[5]
    app.keys.type("zzzz")
    app.wait_for_text("match “zzzz”")
    app.keys.press("ctrl+a")
    app.keys.type_and_enter(wanted)
    app.expect("the row in focus", lambda: app.row_in_focus() and title(app.row_in_focus()), wanted)


def test_another_search_ends_it_and_the_menu_shows_it_again(filtering):
    app = filtering
    app.keys.type("swift")
    app.until("how many of how many", lambda: "loaded results match" in app.count())
    app.search_for_rows("rust")
    app.until("no filter", lambda: filter_entry(app) is None)
    app.until("a plain count", lambda: "repositories" in app.count())
    app.keys.press("ctrl+shift+f")
    app.wait_focus_in("the filter", lambda: filter_entry(app))


def test_a_row_that_is_left_is_opened_and_starred(filtering):
    app = filtering
    wanted = app.titles()[2]
    app.keys.type(wanted)
    app.expect("one row", app.titles, [wanted])
    app.keys.press("Return")
    app.wait_focus_in("the row", app.first)
    app.keys.press("ctrl+d")
    app.wait_starred(app.first())
    app.open_selected()
    app.wait("heading", wanted.split("/")[1], within=app.details())
    app.expect("the rows", app.titles, [wanted])
