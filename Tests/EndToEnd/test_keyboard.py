"""The application without a mouse: each key does what the shortcuts window says."""

import os
import pathlib
import subprocess

import pytest

import tree
from log import searches
from screens import ENTRY, title


@pytest.fixture
def results(app):
    app.search_for_rows("swift")
    return app


def test_the_first_typed_key_goes_into_the_entry(app):
    app.keys.type("swift ui")
    app.expect("the words in the entry", app.query, "swift ui")
    app.wait_focus_in_entry()


@pytest.mark.parametrize("where", ["row", "star"])
def test_typing_from_anywhere_in_the_list_searches_and_changes_no_star(results, where):
    row = results.select_first()
    if where == "star":
        results.keys.press("Tab")
        results.wait_focus_in("the star", lambda: results.star(row))
    results.keys.type("swift ui")
    results.expect("the words in the entry", results.query, "swift ui")
    results.favorites_are_empty()


def test_typing_in_favorites_filters_them(results):
    first, second = add_two_favorites(results)
    results.favorites_are([second, first])
    words = second.split("/")[1]
    results.keys.type(words)
    results.expect("the filter", lambda: tree.text(results.find(ENTRY, "Search")), words)
    results.expect("the favorites", lambda: results.titles("Favorites"), [second])


def add_two_favorites(app):
    row = app.select_first()
    app.keys.press("ctrl+d")
    app.wait_starred(row)
    app.keys.press("Down")
    second = app.until("the second row", lambda: other(app.selected(), title(row)))
    app.keys.press("ctrl+d")
    app.wait_starred(second)
    return title(row), title(second)


def other(row, name):
    return row if row is not None and title(row) != name else None


def test_enter_waits_for_the_only_match_in_favorites(app, three_favorites):
    app.resize(360, 640)
    app.show_favorites()
    wanted = three_favorites[2].split("/")[1]
    for _ in range(3):
        app.keys.press("ctrl+f", "ctrl+a")
        app.keys.type_and_enter(wanted)
        app.wait_focus_in("its details", lambda: app.find("heading", wanted))
        app.keys.press("Escape")
        app.until("the list", app.row_in_focus)
        app.keys.press("ctrl+f", "Escape")
        app.until("all of them", lambda: len(app.titles("Favorites")) == 3)


def test_a_dead_key_on_the_list_begins_the_word(results, desktop):
    app = results

    def layout(*words):
        subprocess.run(["setxkbmap", "us", *words], env={**os.environ, "DISPLAY": desktop.display.name}, check=True)

    layout("-variant", "intl")
    try:
        app.select_first()
        app.until("the focus in a row", app.row_in_focus)
        app.keys.press("dead_acute", "e", "t")
        app.expect("the words in the entry", app.query, "ét")
    finally:
        layout()


def test_down_and_up_go_between_the_entry_and_the_list(results):
    results.wait_focus_in_entry()
    row = results.select_first()
    results.wait_focus_in("the first row", lambda: row)
    results.keys.press("Up")
    results.wait_focus_in_entry()


def test_tab_goes_row_star_out(results):
    row = results.select_first()
    results.keys.press("Tab")
    results.wait_focus_in("the star", lambda: results.star(row))
    results.keys.press("Tab")
    results.until("the focus outside the list", lambda: results.focused() and not results.focus_is_in(results.list()))
    results.keys.press("shift+Tab")
    results.until("the focus in the list again", lambda: results.focus_is_in(results.list()))
    results.expect("the selected row", lambda: title(results.selected()), title(row))


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
    results.expect("the row in focus", lambda: title(results.row_in_focus()), name)
    results.open_selected()
    results.wait(tree.BUTTON, "Back")
    wait_heading(results)
    results.keys.press("alt+Left")
    results.expect("the row in focus", lambda: title(results.row_in_focus()), name)


def wait_heading(app):
    app.expect("the role of what has the focus", lambda: tree.role(app.focused()), "heading")


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


def test_ctrl_r_asks_again(results, server):
    before = len(searches(server, "swift"))
    results.keys.press("ctrl+r")
    results.until("one more search", lambda: len(searches(server, "swift")) > before)


def test_ctrl_shift_f_goes_to_the_filter_of_the_favorites(results):
    first, second = add_two_favorites(results)
    results.keys.press("ctrl+2", "ctrl+shift+f")
    # The rows load after the page is shown, and do not move the focus.
    results.expect("the favorites", lambda: results.titles("Favorites"), [second, first])
    results.wait_focus_in("the filter", lambda: results.find(ENTRY, "Search"))
    results.keys.type(second.split("/")[1])
    results.expect("the favorites", lambda: results.titles("Favorites"), [second])


def test_the_row_menu_opens(results):
    results.select_first()
    results.keys.press("shift+F10")
    results.wait("menu item", "Copy Link", rows=True)
    results.keys.press("Escape")
    results.gone("menu item", "Copy Link", rows=True)
    results.wait_focus_in("the row", results.selected)


def test_open_in_browser_and_copy_link(launch, server, home):
    stub_browser(home)
    opened = home / "opened"
    with launch(server) as app:
        app.search_for_rows("swift")
        # Reads the name now: the search for the pasted link replaces the row.
        name = title(app.select_first())
        app.keys.press("ctrl+Return")
        app.until("the browser", lambda: opened.exists() and name in opened.read_text())
        address = opened.read_text().strip()
        assert address.startswith("http")
        app.keys.press("ctrl+shift+c")
        app.wait_for_text("Link copied")
        app.keys.press("ctrl+f", "ctrl+a", "ctrl+v")
        app.expect("the link in the entry", app.query, address)


def test_a_link_that_no_browser_opens_is_copied(launch, server, home):
    shared = home / "share"
    shared.mkdir()
    for path in pathlib.Path("/usr/share").iterdir():
        if path.name != "applications":
            (shared / path.name).symlink_to(path)
    with launch(server, XDG_DATA_DIRS=str(shared)) as app:
        app.search_for_rows("swift")
        name = title(app.select_first())
        app.keys.press("ctrl+Return")
        app.wait_for_text("Could not open a browser. The link was copied instead.")
        app.keys.press("ctrl+f", "ctrl+a", "ctrl+v")
        app.until("the link in the entry", lambda: app.query().startswith("http") and name in app.query())


def stub_browser(home, *types):
    """Creates a browser that only records the URLs it should open. It opens files of `types` too."""
    types = ("x-scheme-handler/http", "x-scheme-handler/https", *types)
    program = home / "browser"
    program.write_text(f'#!/bin/sh\necho "$1" >> "{home}/opened"\n')
    program.chmod(0o755)
    launchers = home / "data" / "applications"
    launchers.mkdir(parents=True)
    (launchers / "stub.desktop").write_text(
        f"[Desktop Entry]\nType=Application\nName=Stub\nExec={program} %u\n"
        f"MimeType={';'.join(types)};\n"
    )
    (home / "config").mkdir(exist_ok=True)
    (home / "config" / "mimeapps.list").write_text(
        "\n".join(["[Default Applications]", *(f"{kind}=stub.desktop" for kind in types), ""])
    )


def test_tab_goes_around_the_window_and_comes_back_to_the_row(results):
    results.select_first()
    here = first = results.until("the focus on the row", results.row_in_focus)
    seen = []

    def moved():
        node = results.focused()
        return node if node is not None and node != here else None

    for _ in range(150):
        results.keys.press("Tab")
        here = results.until("the focus to move", moved)
        seen.append(here.name or here.role)
        if here == first:
            break
    assert here == first, seen
    assert "Main Menu" in seen and "Best Match" in seen and "Clone" in seen
