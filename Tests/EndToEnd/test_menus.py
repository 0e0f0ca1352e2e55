"""Menus give the focus back when they close, and so does whatever their entries open."""

import itertools
import json

import tree
from account import signed_in

SKIPPED = {"Quit", "Sign Out"}
"""Entries that end what the test needs."""
LAST = {"Delete"}
"""Entries after which their menu is gone."""
COLORS = {"None", "Blue", "Teal", "Green", "Yellow", "Orange", "Red", "Pink", "Purple", "Slate"}
ENTRIES = ("menu item", "check menu item", "radio menu item")


def entries(app):
    """Returns the entries of the menu that is open."""
    return tree.find_all(app.root, ENTRIES)


def in_entry(app):
    app.keys.press("ctrl+1")
    app.wait_focus_in_entry()


def in_row(app):
    in_entry(app)
    app.keys.press("Down")
    app.until("the row", app.row_in_focus)


def in_rows(app):
    in_row(app)
    app.keys.press("shift+Down")
    app.until("the bar", lambda: app.find("panel", "Selection"))


def in_favorite(app):
    app.show_favorites()
    app.keys.press("ctrl+f")
    app.wait_focus_in_entry()
    app.keys.press("Down")
    app.until("the favorite", app.row_in_focus)


def in_sidebar(app):
    in_entry(app)
    app.keys.press("shift+F6")
    app.wait_focus_in("the sidebar", lambda: app.find("list", "Sources"))


def in_source(*letters, wanted):
    """Goes to a row of the sidebar by its first letter."""

    def goes(app):
        in_sidebar(app)
        app.keys.press(*letters)
        app.wait_focus_in(wanted, lambda: app.source_row(wanted))

    return goes


def in_details(app):
    in_row(app)
    app.keys.press("F6")
    app.wait_focus_in("the details", app.details)


def menu_of_button(wanted, start, step="Tab", within=None):
    """Opens the menu of a button by keyboard, from a place near it."""

    def opens(app):
        start(app)
        go_to_button(app, wanted, step, within)
        app.keys.press("space")

    return opens


def go_to_button(app, wanted, step="Tab", within=None):
    app.wait(tree.BUTTON, wanted)
    # A menu button is two nested nodes, and the inner one gets the focus.
    inside = app.find("panel", within) if within else app.root
    app.tab_to(tree.find_all(inside, tree.BUTTON, wanted)[-1], app.root, step)


def menu_of_order(app):
    """The button has the name of the order, which its entries change."""
    in_entry(app)
    go_to_button(app, "Filters")
    filters = app.focused()
    app.keys.press("Tab")
    app.until("the next button", lambda: app.focused() not in (None, filters))
    app.keys.press("space")


def menu_over(start, key="shift+F10"):
    """Opens the menu of what has the focus."""

    def opens(app):
        start(app)
        app.keys.press(key)

    return opens


MENUS = {
    "Clone": menu_of_button("Clone", in_details),
    "More": menu_of_button("More", in_details),
    "the order": menu_of_order,
    "the account": menu_of_button("Account", in_sidebar, "shift+Tab"),
    "the main menu": lambda app: app.keys.press("F10"),
}
MENUS_OF_ROWS = {
    "a result": menu_over(in_row),
    "a favorite": menu_over(in_favorite, "Menu"),
    "several results": menu_over(in_rows),
    "More of several results": menu_of_button("More", in_rows, within="Selection"),
    "a tag": menu_over(in_source("c", wanted="cli")),
    "a saved search": menu_over(in_source("r", wanted="Rust"), "Menu"),
}


def reach(app, open_menu, path):
    """Opens a menu and goes to the entry with these numbers: in the menu, and in its submenu. Returns the entry, or
    None when there are no more."""
    open_menu(app)
    for depth, number in enumerate(path):
        first = at = app.until("an entry with the focus", lambda: focused_entry(app))
        for _ in range(number):
            if len(entries(app)) < 2:
                return None
            app.keys.press("Down")
            at = app.until("another entry", lambda at=at: focused_entry(app, at))
            if at == first:
                return None
        if depth + 1 < len(path):
            app.keys.press("Return")
            app.until("the submenu", lambda at=at: focused_entry(app, at))
    return at


def focused_entry(app, other_than=None):
    """Returns the entry with the focus, or the button with the color of a tag, unless it is that one."""
    at = app.focused()
    if at is None or at == other_than:
        return None
    return at if at in entries(app) or at.role == tree.BUTTON and at.name in COLORS else None


def close(app):
    """Closes the menu, from a submenu too."""
    at = focused_entry(app)
    app.keys.press("Escape")
    if app.until("a closed menu", lambda: "closed" if not entries(app) else focused_entry(app, at)) != "closed":
        app.keys.press("Escape")
        app.until("a closed menu", lambda: not entries(app))


def repeated(app):
    """Returns the names of buttons that say something twice, or the underscore of a mnemonic."""
    said = [tree.told(node, lambda node: node.property("Name"), "") for node in tree.find_all(app.root, tree.BUTTON)]
    halves = [(name, name[: len(name) // 2]) for name in said]
    return [name for name, half in halves if name and (name == f"{half} {half}" or name.startswith("_"))]


def assert_alive(app, what):
    """Closes what an entry has opened, and goes to the search by its key."""

    def is_so():
        if len([window for window in tree.windows(app.root) if tree.has(window, tree.STATE.VISIBLE)]) > 1:
            found = repeated(app)
            assert not found, found
            app.keys.press("Escape")
            return False
        app.keys.run("key", "ctrl+1")
        return app.focus_is_in(app.entry())

    app.until(f"the search by its key after {what}", is_so)


def test_after_every_entry_of_a_buttons_menu_the_keys_work(launch, server):
    with launch(server) as app:
        app.shows_dialogs = app.shows_choosers = True
        signed_in(app)
        app.search_for_rows("swift")
        app.select_first()
        server.stop()
        app.keys.press("ctrl+d")
        app.expect("a star that waits", lambda: "waiting for GitHub" in app.selected().name, True)
        for menu, open_menu in MENUS.items():
            try_entries(app, menu, open_menu)
        for keys in (["Escape"], ["Tab", "Escape"], ["shift+Tab", "Return", "Escape"]):
            in_entry(app)
            go_to_button(app, "Filters")
            app.keys.press("space")
            app.wait(tree.BUTTON, "More Filters")
            app.keys.press(*keys)
            app.gone(tree.BUTTON, "More Filters")
            assert_alive(app, f"{keys} in the filters")


def test_after_every_entry_of_a_rows_menu_the_keys_work(launch, server, console, favorites_file):
    content = json.loads(favorites_file.read_text())
    content["tags"].append({"name": "other", "color": "blue"})
    content["favorites"][1]["tags"] = ["other"]
    favorites_file.write_text(json.dumps(content))
    console("--import", favorites_file)
    with launch(server) as app:
        app.shows_dialogs = app.shows_choosers = True
        app.search_for_rows("swift")
        for menu, open_menu in MENUS_OF_ROWS.items():
            try_entries(app, menu, open_menu)


def try_entries(app, menu, open_menu, path=()):
    """Chooses every entry of the menu, or of the submenu at `path`."""
    for number in itertools.count():
        at = reach(app, open_menu, (*path, number))
        if at is None or at.name in SKIPPED:
            close(app)
            assert_alive(app, f"Escape in {menu}")
            if at is None:
                return
            continue
        app.keys.press("Return")
        app.until("a chosen entry", lambda at=at: not entries(app) or focused_entry(app, at))
        if not entries(app):
            assert_alive(app, f"{at.name} of {menu}")
            if at.name in LAST:
                return
            continue
        close(app)
        assert_alive(app, f"Escape in {at.name}")
        # The first entry of a submenu leads back.
        if not path:
            try_entries(app, at.name, open_menu, (number,))
