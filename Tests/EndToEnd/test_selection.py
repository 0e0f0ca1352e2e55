"""Several selected rows: the keys that select them, the bar, and its actions."""

import pytest

import tree
from screens import title
from settings import XSettings, text_scale
from test_keyboard import stub_browser


def bar(app):
    return app.find("panel", "Selection")


def selected(app, name="Results"):
    return [row for row in app.rows(name) if tree.includes(row.states, tree.STATE.SELECTED)]


def choose_copy(app, label):
    """Chooses an entry of the bar's menu Copy."""
    app.press(tree.BUTTON, "Copy", within=bar(app), until=lambda: app.find(tree.MENU_ITEM, label))
    app.press(tree.MENU_ITEM, label, until=lambda: app.find(tree.MENU_ITEM, label) is None)


def test_results_are_selected_with_shift_and_added_together(app):
    app.search_for_rows("swift")
    app.select_first()
    app.keys.press("shift+Down", "shift+Down")
    app.wait("label", "3 Selected")
    app.until("the bar", lambda: bar(app))
    assert len(selected(app)) == 3
    app.keys.press("shift+F10")
    app.wait("menu item", "Copy Links")
    app.keys.press("Escape")
    app.until("the focus in a row", app.row_in_focus)
    app.keys.press("ctrl+d")
    app.expect("stars", lambda: [", starred" in row.name for row in app.rows()[:4]], [True, True, True, False])
    app.keys.press("ctrl+shift+c")
    app.wait_for_text("3 links copied")
    choose_copy(app, "Copy Markdown Table")
    app.wait_for_text("3 rows copied")
    app.keys.press("Escape")
    app.until("no bar", lambda: bar(app) is None)
    app.expect("one selected row", lambda: len(selected(app)), 1)
    app.until("the focus in it", app.row_in_focus)


def test_the_details_summarize_several_rows(app, three_favorites):
    app.show_favorites()
    app.until("the focus in a row", app.row_in_focus)
    app.keys.press("shift+Down")
    app.wait("heading", "2 Favorites Selected", within=app.details())
    app.wait(None, "Swift, 2 of 2", within=app.details(), rows=True)
    # A note belongs to one favorite.
    app.keys.press("ctrl+e")
    # The bar has the actions.
    app.expect("buttons of the details", lambda: app.find(tree.BUTTON, "Copy Links", within=app.details()), None)
    app.press(tree.BUTTON, "Remove from Favorites", within=bar(app), until=lambda: len(app.rows("Favorites")) == 1)
    app.gone("heading", "2 Favorites Selected")
    app.wait("heading", title(app.rows("Favorites")[0]).split("/")[1], within=app.details())


def test_the_bar_moves_no_row(app):
    app.search_for_rows("swift")
    app.select_first()

    def places():
        return [tree.place(row).y for row in app.rows()[:4]]

    app.until("a window at rest", app.camera.still)
    before = places()
    app.keys.press("shift+Down", "shift+Down")
    app.wait("label", "3 Selected")
    app.until("the bar", lambda: bar(app))
    app.until("a window at rest", app.camera.still)
    app.expect("the rows", places, before)
    app.keys.press("Escape")
    app.until("no bar", lambda: bar(app) is None)
    app.expect("the rows", places, before)


def test_additions_are_undone_and_another_search_ends_the_selection(app):
    app.search_for_rows("swift")
    app.select_first()
    app.keys.press("shift+Down", "shift+Down")
    app.wait("label", "3 Selected")
    app.keys.press("ctrl+d")
    app.wait_for_text("3 favorites added")
    app.keys.press("ctrl+z")
    app.expect("stars", lambda: [", starred" in row.name for row in app.rows()[:3]], [False, False, False])
    app.wait_for_text("3 favorites removed")
    app.keys.press("Escape")
    app.until("no bar", lambda: bar(app) is None)
    # A range begins at the row that is left, not where the last one began.
    app.keys.press("ctrl+f", "Down", "shift+Down")
    app.wait("label", "2 Selected")
    app.search_for_rows("swift language:swift")
    app.until("no bar", lambda: bar(app) is None)
    assert len(selected(app)) <= 1


def test_after_another_search_a_range_begins_at_the_first_row(app):
    app.search_for_rows("swift")
    app.select_first()
    app.keys.press(*["Down"] * 4)
    name = app.titles()[4]
    app.until("the focus in its row", lambda: title(app.row_in_focus()) == name)
    app.search("swift language:swift")
    app.until("the row moved", lambda: app.titles() and app.titles()[3] == name)
    app.keys.press("Down")
    app.expect("the row in focus", lambda: title(app.row_in_focus()), app.titles()[0])
    app.keys.press("shift+Down")
    app.wait("label", "2 Selected")
    app.expect("it and the next", lambda: [title(row) for row in selected(app)], app.titles()[:2])


def test_all_favorites_are_removed_at_once_and_come_back(app, three_favorites):
    app.show_favorites()
    app.until("the focus in a row", app.row_in_focus)
    app.keys.press("ctrl+a")
    app.wait("label", "3 Selected")
    app.keys.press("Delete")
    app.wait_for_text("3 favorites removed")
    # Also after the message has gone.
    app.press_node("Close", lambda: app.toast_button("Close"), until=lambda: app.toast() is None)
    app.keys.press("ctrl+z")
    app.expect("the favorites", lambda: len(app.rows("Favorites")), 3)
    app.wait_for_text("3 favorites restored")


def test_the_bar_removes_favorites_and_the_focus_stays_in_the_list(app, three_favorites):
    app.show_favorites()
    app.until("the focus in a row", app.row_in_focus)
    app.keys.press("shift+Down")
    app.until("the bar", lambda: bar(app))
    app.press(tree.BUTTON, "Remove from Favorites", within=bar(app), until=lambda: len(app.rows("Favorites")) == 1)
    app.until("no bar", lambda: bar(app) is None)
    app.until("the focus in the last row", app.row_in_focus)


def test_a_button_of_the_bar_clears_the_selection(app, three_favorites):
    app.show_favorites()
    app.until("the focus in a row", app.row_in_focus)
    app.keys.press("ctrl+a")
    app.press(tree.BUTTON, "Cancel", until=lambda: bar(app) is None)
    app.expect("one selected row", lambda: len(selected(app, "Favorites")), 1)
    app.until("the focus in it", app.row_in_focus)


def test_in_the_entry_the_keys_act_on_its_text(app, three_favorites):
    app.show_favorites()
    app.until("the focus in a row", app.row_in_focus)
    app.keys.press("ctrl+f")
    app.keys.type("nothing")
    app.until("no rows", lambda: not app.rows("Favorites"))
    app.keys.press("ctrl+a", "Delete")
    app.expect("the favorites", lambda: len(app.rows("Favorites")), 3)
    assert bar(app) is None


def test_the_selected_pages_open_in_the_browser(launch, server, home):
    stub_browser(home)
    opened = home / "opened"

    def lines():
        return opened.read_text().split() if opened.exists() else []

    with launch(server) as app:
        app.shows_dialogs = True
        app.search_for_rows("swift")
        names = app.titles()
        app.select_first()
        app.keys.press("shift+Down")
        app.until("the bar", lambda: bar(app))
        app.keys.press("ctrl+Return")
        # Each is opened by a process of its own.
        app.expect("the pages", lambda: sorted(line.split("/", 3)[-1] for line in lines()), sorted(names[:2]))
        app.keys.press(*["shift+Down"] * 9)
        app.wait("label", "11 Selected")
        app.keys.press("ctrl+Return")
        app.wait_for_text("Open 11 Pages?")
        app.press(tree.BUTTON, "Open", until=lambda: len(lines()) == 13)


def first_button(app):
    return app.find(tree.BUTTON, "Add to Favorites", within=bar(app))


def height(node):
    return tree.place(node).height


@pytest.mark.parametrize("text_size", [1.0, 2.0])
def test_in_a_narrow_window_the_bar_has_one_line_of_actions(desktop, home, launch, server, text_size):
    with XSettings(desktop, home, **text_scale(text_size)), launch(server) as app:
        app.search_for_rows("swift")
        app.select_first()
        app.keys.press("shift+Down")
        app.until("the bar", lambda: bar(app))
        app.until("a menu", lambda: app.find(tree.BUTTON, "More", within=bar(app)))
        app.expect("no button for it", lambda: app.find(tree.BUTTON, "Export…", within=bar(app)), None)
        app.resize(360, 720)
        app.press(tree.BUTTON, "More", within=bar(app), until=lambda: app.find("menu item", "Export…"))
        # A line of buttons below the count.
        app.until("one line", lambda: height(bar(app)) < 3 * height(first_button(app)))
        app.keys.press("Escape")
        app.gone("menu item", "Export…")
        assert bar(app)
