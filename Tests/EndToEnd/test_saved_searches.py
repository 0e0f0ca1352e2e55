"""Saved searches: saved and opened by keyboard, kept over a restart, and marked when there is something new."""

import pytest

import tree
from scripted import Scripted, repository
from settings import KEPT


@pytest.fixture
def scripted():
    with Scripted() as server:
        server.repositories = [repository(number, f"ada/tool{number}", server.url) for number in (1, 2)]
        yield server


def save(app, name=None):
    """Saves the search with Ctrl+S and Enter, under the given name or the suggested one."""
    app.shows_dialogs = True
    app.keys.press("ctrl+s")
    app.wait_focus_in("the name", lambda: app.find(("entry", "text"), "Name"))
    if name is not None:
        app.keys.press("ctrl+a")
        app.keys.type(name)
    app.keys.press("Return")
    app.gone(("entry", "text"), "Name")


def row(app, name):
    return app.source_row(name)


def is_selected(app, name):
    found = row(app, name)
    return found is not None and tree.includes(found.states, tree.STATE.SELECTED)


def choose(app, name, label):
    """Opens the menu of a saved search with a key, and chooses an entry."""
    app.until("the focus in the row", lambda: app.focus_is_in(row(app, name)))
    app.keys.press("shift+F10")
    app.press("menu item", label, until=lambda: app.find("menu item", label) is None)


def test_a_button_at_the_count_saves_the_search(launch, scripted):
    with launch(scripted) as app:
        app.shows_dialogs = True
        app.search_for_rows("tool")
        app.press(tree.BUTTON, "Save Search", until=lambda: app.find(("entry", "text"), "Name"))
        app.wait_focus_in("the name", lambda: app.find(("entry", "text"), "Name"))
        app.keys.press("Return")
        app.gone(("entry", "text"), "Name")
        app.until("it pressed", lambda: tree.pressed(app.find(tree.BUTTON, "Save Search")))


def test_a_search_is_saved_opened_and_comes_back_at_the_next_start(launch, server):
    with launch(server, **KEPT) as app:
        app.search_for_rows("language:rust")
        save(app)
        app.wait_for_text("Search saved")
        app.until("the selected row", lambda: is_selected(app, "language:rust"))
        app.expect("the source", app.source, "language:rust")
        app.choose_source("People")
        app.choose_source("language:rust")
        app.wait_for_rows()
        app.keys.press("ctrl+f", "End")
        app.keys.type(" stars:>5")
        app.expect("the source", app.source, "Repositories")
        app.keys.press("ctrl+a")
        app.keys.type("language:rust")
        app.expect("the source", app.source, "language:rust")
        assert app.close() == 0
    with launch(server, **KEPT) as app:
        app.expect("the source", app.source, "language:rust")
        app.expect("the words in the entry", app.query, "language:rust")
        app.wait_for_rows()


def test_what_is_new_is_counted_and_marked_until_it_was_seen(launch, scripted):
    with launch(scripted) as app:
        app.search_for_rows("tool")
        save(app, "Tools")
        app.until("the row without a number", lambda: row(app, "Tools") and row(app, "Tools").name == (
            "Tools, saved search"))
        app.choose_source("People")
        scripted.repositories.insert(0, repository(3, "ada/tool3", scripted.url))
        app.click(lambda: row(app, "Refresh Saved Searches"))
        app.until("the number", lambda: row(app, "Tools").name == "Tools, saved search, 1 new result")
        app.choose_source("Tools")
        app.until("the mark", lambda: app.first() is not None and ", new, " in app.first().name)
        app.until("the count", lambda: "1 new since " in app.count())
        app.until("no number any more", lambda: row(app, "Tools").name == "Tools, saved search")
        app.choose_source("People")
        app.choose_source("Tools")
        app.keys.press("F5")
        app.until("no mark any more", lambda: app.first() is not None and ", new, " not in app.first().name)


def test_the_menu_of_a_row_renames_and_deletes_it_and_undo_brings_it_back(launch, server):
    with launch(server) as app:
        app.search_for_rows("swift")
        save(app, "Mine")
        app.keys.press("shift+F6")
        choose(app, "Mine", "Rename…")
        app.wait_focus_in("the name", lambda: app.find(("entry", "text"), "Name"))
        app.keys.press("ctrl+a")
        app.keys.type("x" * 101)
        app.wait_for_text("The name can have at most")
        app.keys.press("ctrl+a")
        app.keys.type("Other")
        app.keys.press("Return")
        app.until("the new name", lambda: row(app, "Other"))
        app.until("the focus in the row", lambda: app.focus_is_in(row(app, "Other")))
        app.keys.press("F2")
        app.wait_focus_in("the name", lambda: app.find(("entry", "text"), "Name"))
        app.keys.press("Escape")
        choose(app, "Other", "Delete")
        app.until("no row", lambda: row(app, "Other") is None)
        app.keys.press("ctrl+z")
        app.until("the row of what is shown", lambda: is_selected(app, "Other"))


def test_a_changed_search_is_saved_under_its_name_and_undo_brings_the_old_one_back(launch, server):
    with launch(server) as app:
        app.search_for_rows("swift")
        save(app, "Mine")
        app.until("the row of what is shown", lambda: is_selected(app, "Mine"))
        app.wait_focus_in_entry()
        app.keys.press("End")
        app.keys.type(" stars:>5")
        app.expect("the source", app.source, "Repositories")
        app.shows_dialogs = True
        app.keys.press("ctrl+s")
        app.wait(tree.BUTTON, "Replace")
        app.keys.press("Return")
        app.until("the row of what is shown", lambda: is_selected(app, "Mine"))
        names = [row.name for row in tree.children(app.wait("list", "Sources"))]
        assert len([name for name in names if name.endswith(", saved search")]) == 1, names
        app.gone(None, "Search saved")
        app.wait_for_text("“Mine” updated")
        app.press(tree.BUTTON, "Undo", until=lambda: app.source() == "Repositories")
        app.choose_source("Mine")
        app.expect("the words in the entry", app.query, "swift")


def test_nothing_to_save_is_said(app):
    app.keys.press("ctrl+s")
    app.wait_for_text("Nothing to save.")
