"""The whole application without a mouse: each key does what the shortcuts window says."""

import pytest

import tree
from log import searches
from screens import title


@pytest.fixture
def results(app):
    app.search_for_rows("swift")
    return app


def test_the_first_typed_key_goes_into_the_entry(app):
    app.keys.type("swift ui")
    app.until("both words in the entry", lambda: app.query() == "swift ui")
    app.wait_focus_in_entry()


@pytest.mark.parametrize("where", ["row", "star"])
def test_typing_from_anywhere_in_the_list_searches_and_changes_no_star(results, where):
    row = results.select_first()
    if where == "star":
        results.keys.press("Tab")
        results.wait_focus_in("the star", lambda: results.star(row))
    results.keys.type("swift ui")
    results.until("both words in the entry", lambda: results.query().endswith("swift ui"))
    assert results.query() == "swift ui"
    results.favorites_are_empty()


def test_typing_in_favorites_filters_them(results):
    keep_two(results)
    results.show_favorites()
    names = results.favorites(2)
    results.keys.type(names[0].split("/")[1])
    results.until("one favorite", lambda: names[0] in results.titles("Favorites"))
    field = results.wait(("entry", "text"), "Filter Favorites")
    results.until("the filter's text", lambda: tree.text(field) == names[0].split("/")[1])


def keep_two(app):
    row = app.select_first()
    app.keys.press("ctrl+d")
    app.wait_starred(row)
    app.keys.press("Down")
    second = app.until("the second row", lambda: other(app.selected(), title(row)))
    app.keys.press("ctrl+d")
    app.wait_starred(second)


def other(row, name):
    return row if row is not None and title(row) != name else None


def test_down_and_up_go_between_the_entry_and_the_list(results):
    results.wait_focus_in_entry()
    row = results.select_first()
    results.wait_focus_in("the first row", lambda: row)
    results.keys.press("Up")
    results.wait_focus_in_entry()


def test_down_before_the_answer_takes_the_first_row_when_it_comes(app):
    app.keys.type("swift")
    app.keys.press("Return", "Down")
    app.until("the first row", lambda: app.selected() is not None and title(app.selected()) == app.titles()[0])


def test_tab_goes_row_star_out(results):
    row = results.select_first()
    results.keys.press("Tab")
    results.wait_focus_in("the star", lambda: results.star(row))
    results.keys.press("Tab")
    results.until("the focus outside the list", lambda: not results.focus_is_in(results.list()))
    assert results.focused() is not None
    results.keys.press("shift+Tab")
    results.until("the focus in the list again", lambda: results.focus_is_in(results.list()))
    assert title(results.selected()) == title(row)


def test_space_on_the_star_toggles_it(results):
    row = results.select_first()
    results.keys.press("Tab")
    results.wait_focus_in("the star", lambda: results.star(row))
    results.keys.press("space")
    results.wait_starred(row)
    results.keys.press("space")
    results.wait_starred(row, False)


def test_enter_opens_and_back_returns_to_the_same_row_when_narrow(results):
    results.resize(360, 640)
    results.keys.press("ctrl+f")
    results.select_first()
    results.keys.press("Down", "Down")
    name = results.titles()[2]
    results.until("the third row", lambda: results.selected() is not None and title(results.selected()) == name)
    results.open_selected()
    results.wait(tree.BUTTON, "Back")
    results.keys.press("alt+Left")
    results.until("the list again", lambda: results.selected() is not None and title(results.selected()) == name)
    results.wait_focus_in("the same row", results.selected)


def test_escape_goes_back_when_folded(results):
    results.resize(360, 640)
    results.select_first()
    results.open_selected()
    results.wait(tree.BUTTON, "Back")
    results.keys.press("Escape")
    results.until("the list with its row", lambda: results.selected() is not None)
    results.wait_focus_in("the row", results.selected)


def test_the_menu_gives_the_focus_back(results):
    results.keys.press("F10")
    results.wait("menu item", "Keyboard Shortcuts")
    results.keys.press("Escape")
    results.wait_focus_in_entry()
    row = results.select_first()
    results.keys.press("F10")
    results.wait("menu item", "Keyboard Shortcuts")
    results.keys.press("Escape")
    results.wait_focus_in("the row", lambda: row)


def test_back_shows_only_when_folded(results):
    results.select_first()
    results.open_selected()
    assert results.find(tree.BUTTON, "Back") is None


def test_ctrl_f_goes_to_the_entry(results):
    results.select_first()
    results.keys.press("ctrl+f")
    results.wait_focus_in_entry()


@pytest.mark.parametrize("key", ["F5", "ctrl+r"])
def test_refresh_asks_again(results, server, key):
    before = len(searches(server, "swift"))
    results.keys.press(key)
    results.until("one more search", lambda: len(searches(server, "swift")) > before)


def test_ctrl_1_and_2_switch_the_views(results):
    results.keys.press("ctrl+2")
    results.until("Favorites chosen", lambda: chosen_tab(results, "Favorites"))
    results.keys.press("ctrl+1")
    results.until("Search chosen", lambda: chosen_tab(results, "Search"))
    assert results.rows()


def chosen_tab(app, name):
    tab = app.find("page tab", name)
    return tab is not None and (tree.has(tab, tree.STATE.SELECTED) or tree.pressed(tab))


def test_ctrl_shift_f_filters_the_results(results):
    names = results.titles()
    results.keys.press("ctrl+shift+f")
    field = results.wait(("entry", "text"), "Filter Favorites")
    results.wait_focus_in("the filter", lambda: field)
    results.keys.type(names[0].split("/")[1])
    results.until("fewer rows", lambda: 0 < len(results.titles()) <= len(names) and names[0] in results.titles())


def test_f10_opens_the_main_menu_and_escape_closes_it(results):
    results.keys.press("F10")
    results.wait(None, lambda text: text in ("Keyboard Shortcuts", "_Keyboard Shortcuts"))
    results.keys.press("Escape")
    results.until("a focus somewhere", results.focused)


@pytest.mark.parametrize("key", ["shift+F10", "Menu"])
def test_the_row_menu_opens(results, key):
    results.select_first()
    results.keys.press(key)
    results.wait("menu item", lambda text: "Copy Link" in text, rows=True)
    results.keys.press("Escape")
    results.wait_focus_in("the row", results.selected)


def test_the_shortcuts_window_lists_the_keys(results):
    results.keys.press("ctrl+question")
    results.says("Open in Browser")
    results.says("Copy Link")
    results.keys.press("Escape")
    results.until("a focus somewhere", results.focused)


@pytest.mark.parametrize("key", ["ctrl+w", "ctrl+q"])
def test_the_program_ends_by_key(app, key):
    app.keys.press(key)
    assert app.ended() == 0


def test_open_in_browser_and_copy_link(launch, server, home):
    stub_browser(home)
    opened = home / "opened"
    with launch(server) as app:
        app.search_for_rows("swift")
        # Read now: the pasted link is searched for, and the row goes.
        name = title(app.select_first())
        app.keys.press("ctrl+Return")
        app.until("the browser", lambda: opened.exists() and name in opened.read_text())
        app.keys.press("ctrl+shift+c")
        app.says("Link copied")
        app.keys.press("ctrl+f", "ctrl+a", "ctrl+v")
        app.until("the link in the entry", lambda: app.query().endswith(name))
        assert app.query().startswith("http")


def stub_browser(home):
    """A browser that only writes down what it was asked to open."""
    program = home / "browser"
    program.write_text(f'#!/bin/sh\necho "$1" >> "{home}/opened"\n')
    program.chmod(0o755)
    launchers = home / "data" / "applications"
    launchers.mkdir(parents=True)
    (launchers / "stub.desktop").write_text(
        f"[Desktop Entry]\nType=Application\nName=Stub\nExec={program} %u\n"
        "MimeType=x-scheme-handler/http;x-scheme-handler/https;\n"
    )
    (home / "config").mkdir()
    (home / "config" / "mimeapps.list").write_text(
        "[Default Applications]\nx-scheme-handler/http=stub.desktop\nx-scheme-handler/https=stub.desktop\n"
    )


def test_tab_goes_around_the_window_and_comes_back_to_the_row(results):
    results.select_first()
    results.until("the focus on the row", lambda: tree.has(results.selected(), tree.STATE.FOCUSED))
    seen = []
    for _ in range(40):
        results.keys.press("Tab")
        results.until("the focus to move", lambda: results.focused() is not None and place(results) != seen[-1:])
        seen += place(results)
        if tree.has(results.selected(), tree.STATE.FOCUSED):
            break
    assert tree.has(results.selected(), tree.STATE.FOCUSED), seen
    assert "Main Menu" in seen and "Sort" in seen and "Open in Browser" in seen


def place(app):
    """Where the focus is, by name; a row and a star of the same name are told apart by their roles."""
    node = app.focused()
    return [] if node is None else [tree.name(node) or tree.role(node)]
