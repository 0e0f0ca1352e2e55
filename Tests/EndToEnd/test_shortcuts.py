"""The shortcuts window: it says what each key does, and fits a phone."""

import re

import tree
from desktop import REPOSITORY
from camera import Camera

TABLE = REPOSITORY / "Sources/StargazerUI/App/Accelerators.swift"
HEARD = {"Return", "<Shift>Return", "Down", "Up", "Escape", "Tab", "<Shift>Tab", "space", "Menu", "<Shift>F10"}
HEARD |= {"plus", "minus", "0", "Left", "Right", "F10", "<Alt>Left", "<Primary>z", "<Primary><Shift>z", "<Primary>c"}
HEARD |= {"<Primary>a", "<Shift>Down", "<Primary>space", "Delete", "F2"}
"""The keys that the window, a list, a picture or GTK hears."""


def keys_in(pattern):
    """Returns the keys of the entries of the table that the pattern finds."""
    table = TABLE.read_text().split("static var sections")[1]
    return {key for keys in re.findall(pattern, table) for key in re.findall(r'"([^"]+)"', keys)}


def test_what_has_no_action_is_heard_by_the_window_a_list_a_picture_or_gtk():
    without = keys_in(r'Shortcut\(Text\.\w+((?:, "[^"]+")+)\)')
    accelerators = keys_in(r'Shortcut\(Text\.\w+((?:, "[^"]+")+), action: ')
    assert {key for key in without - accelerators if not re.fullmatch("<Alt>[1-9]", key)} == HEARD


def test_the_window_lists_the_key_of_each_catalog(app):
    app.wait(tree.ROW, "All Favorites")
    sources = [row.name for row in app.children_of("Sources")]
    catalogs = sources[sources.index("Search") + 1 : sources.index("Favorites")]
    app.keys.press("ctrl+question")
    window = app.wait("frame", "Keyboard Shortcuts")

    def listed():
        rows = {tree.description(row): row.name for row in tree.find_all(window, tree.ROW, rows=True)}
        return {key: name for key, name in rows.items() if re.fullmatch(r"Alt\+\d", key)}

    app.expect("the keys", listed, {f"Alt+{place}": f"Search {name}" for place, name in enumerate(catalogs, 1)})


def test_the_window_fits_a_telephone_and_says_the_keys(app):
    app.resize(360, 640)
    app.keys.press("ctrl+question")
    window = app.wait("frame", "Keyboard Shortcuts")
    row = app.wait(tree.ROW, "Filter Loaded Results", within=window)
    app.expect("the key", lambda: tree.description(row), "Shift+Ctrl+F")
    place = app.until(
        "the X window",
        lambda: next(iter(app.keys.windows("--all", "--pid", app.process.pid, "--name", "^Keyboard Shortcuts$")), None))
    camera = Camera(app.desktop.display.name, place)
    app.until("a window no wider than the other", lambda: camera.size()[0] <= app.camera.size()[0])

    def cut():
        places = {node.name: tree.place(node) for node in tree.find_all(window, tree.ROW, rows=True)}
        return [name for name, place in places.items() if not place or place.x < 0 or place.x + place.width > 360]

    app.expect("the rows that are cut", cut, [])
    app.wait_focus_in("the window", lambda: window)
    app.keys.press("Escape")
    app.gone("frame", "Keyboard Shortcuts")
    app.until("a focus somewhere", app.focused)
