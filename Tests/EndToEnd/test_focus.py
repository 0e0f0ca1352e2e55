"""When the focused widget disappears, the focus moves to the list, the entry or the heading, never to an action."""

import pytest

import tree
from log import query, searches
from screens import ENTRY, title
from settings import KEPT
from standin import StandIn


@pytest.fixture
def remembered(app):
    """The start page with a recent search."""
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
    remembered.keys.press("Down")
    remembered.wait_focus_in("the recent search", lambda: remembered.find(tree.ROW, "swift"))
    remembered.keys.press("Return")
    remembered.wait_for_rows()
    assert query(searches(server)[before]) == "swift"
    remembered.wait_focus_in_entry()


def test_a_removal_is_undone_by_key(app, three_favorites):
    newest = list(reversed(three_favorites))
    app.favorites_are(newest)
    app.expect("the favorite that is looked at", lambda: title(app.selected("Favorites")), newest[0])
    app.keys.press("ctrl+d")
    app.expect("the favorites", lambda: app.titles("Favorites"), newest[1:])
    app.wait_for_text("removed from Favorites")
    app.keys.press("ctrl+z")
    app.expect("the favorites", lambda: app.titles("Favorites"), newest)


def test_try_again_leaves_the_focus_in_the_entry(launch):
    with StandIn(scenario="server", search_limit="off") as server, launch(server) as app:
        app.search("swift")
        app.tab_to(app.wait(tree.BUTTON, "Try Again"), app.root)
        before = len(searches(server))
        app.keys.press("space")
        app.until("one more request", lambda: len(searches(server)) > before)
        app.wait_focus_in_entry()


def test_widening_narrow_details_keeps_the_focus_in_them(app):
    app.search_for_rows("swift")
    app.resize(360, 640)
    app.select_first()
    app.open_selected()
    wait_heading(app)
    app.resize(1100, 640)
    app.gone(tree.BUTTON, "Back")
    wait_heading(app)


def wait_heading(app):
    app.expect("the role of what has the focus", lambda: tree.role(app.focused()), "heading")


def test_back_that_goes_while_the_window_widens_leaves_the_focus_in_the_details(app):
    app.search_for_rows("swift")
    app.resize(360, 640)
    name = title(app.select_first()).split("/")[1]
    app.open_selected()
    app.tab_to(app.wait(tree.BUTTON, "Back"), app.root)
    app.resize(1100, 640)
    app.wait_focus_in("the heading", lambda: app.find("heading", name))


def test_page_down_turns_the_page_of_the_details_wherever_the_focus_is(app):
    app.search_for_rows("swift")
    app.resize(360, 360)
    app.select_first()
    details = app.open_selected()
    app.tab_to(app.wait(tree.BUTTON, "Back"), app.root)
    heading = app.wait("heading", within=details)
    # Waits for the slide-in animation of the page.
    app.until("a window at rest", app.camera.still)
    before = tree.place(heading).y
    app.keys.press("Page_Down")

    def is_higher():
        now = tree.place(heading)
        return now is not None and now.y < before

    app.until("another page", is_higher)


def test_ctrl_f_goes_to_the_entry_of_the_view_that_shows(app, three_favorites):
    app.favorites(3)
    app.keys.press("ctrl+f")
    app.wait_focus_in("the filter", lambda: app.find(ENTRY, "Search"))
    app.expect("the favorites", lambda: app.titles("Favorites"), list(reversed(three_favorites)))
    app.keys.press("ctrl+1", "ctrl+f")
    app.wait_focus_in_entry()


def test_space_on_a_row_opens_it_and_leaves_it_selected(app):
    app.search_for_rows("swift")
    app.resize(360, 640)
    row = app.select_first()
    app.wait_focus_in("the row", lambda: row)
    app.keys.press("space")
    app.wait_focus_in("the details", app.details)
    app.keys.press("Escape")
    app.expect("the row in focus", lambda: title(app.row_in_focus()), title(row))


def test_what_stands_under_the_last_row_is_not_selected(app):
    app.search_for_rows("swift")
    app.select_first()
    app.keys.press("End")
    app.until("more rows", lambda: app.shown() > 100)

    def selected():
        rows = app.children_of("Results")
        return [bool(title(row)) for row in rows if tree.includes(row.states, tree.STATE.SELECTED)]

    app.expect("whether what is selected is an item", selected, [True])


def test_down_before_typing_has_been_answered_takes_the_first_row(app):
    app.keys.type("swift")
    app.keys.press("Down")
    app.wait_for_rows()
    app.wait_focus_in("the first row", app.first)


def test_each_tab_shows_where_the_focus_is_however_long_it_was_not_shown(launch, server, home):
    folder = home / "config/gtk-4.0"
    folder.mkdir(parents=True)
    (folder / "settings.ini").write_text("[Settings]\ngtk-enable-animations=false\n")
    with launch(server) as app:
        app.keys.press("ctrl+f", "Tab")
        app.until("a window at rest", app.camera.still)
        # The focus ring disappears after three seconds. Then two buttons look the same, whichever has the focus.
        first = app.camera.changes(lambda: app.keys.press("Tab"), least=2)[-1]
        *_, shown, gone = app.camera.changes(lambda: app.keys.press("shift+Tab"), least=2)
        assert gone == first != shown


def test_who_went_to_the_entry_still_types_there_when_the_window_folds(launch, server):
    with launch(server) as app:
        app.resize(1100, 640)
        app.search_for_rows("swift")
        app.select_first()
        app.open_selected()
        app.wait("heading", "README")
        app.keys.press("Escape", "ctrl+f", "ctrl+a")
        app.keys.type("ru")
        app.resize(600, 640)
        app.until("a window at rest", app.camera.still)
        app.keys.type("st")
        app.expect("the words in the entry", app.query, "rust")


def test_a_start_in_empty_favorites_begins_in_the_entry(launch, server):
    with launch(server, **KEPT) as app:
        app.favorites_are_empty()
        app.close()
    with launch(server, **KEPT) as app:
        app.wait(None, "No Favorites Yet")
        app.wait_focus_in_entry()
