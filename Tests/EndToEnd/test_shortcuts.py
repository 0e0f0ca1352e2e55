"""The shortcuts window: it lists every accelerator, and fits a phone."""

import re
import xml.etree.ElementTree

import tree
from desktop import REPOSITORY
from camera import Camera

SOURCES = REPOSITORY / "Sources/StargazerUI/App"


def accelerators():
    """Returns the keys in `Accelerators.table`."""
    table = (SOURCES / "Accelerators.swift").read_text()
    entries = re.findall(r'\("[a-z.:-]+", \[([^\]]+)\]\)', table)
    assert len(entries) == table.count('", ["'), "an entry is written in another way"
    return {key for keys in entries for key in re.findall(r'"([^"]+)"', keys)}


def listed():
    """Returns the keys that the window lists, with their titles."""
    found = []
    for row in xml.etree.ElementTree.parse(SOURCES / "ShortcutsWindow.ui").iter("object"):
        if row.get("class") == "AdwActionRow":
            title = row.find("property[@name='title']").text
            keys = row.find(".//property[@name='accelerator']").text
            found += [(key, title) for key in keys.split()]
    return found


def test_every_accelerator_is_listed():
    assert accelerators() - {key for key, _ in listed()} == set()


def test_what_is_listed_and_no_accelerator_is_heard_by_the_window_a_list_a_picture_or_gtk():
    heard = {"Return", "<Shift>Return", "Down", "Up", "Escape", "Tab", "<Shift>Tab", "space", "Menu", "<Shift>F10"}
    heard |= {"plus", "minus", "0", "Left", "Right", "F10", "<Alt>Left", "<Primary>z", "<Primary>c"}
    heard |= {"<Primary>a", "<Shift>Down", "<Primary>space", "Delete", "F2"}
    catalogs = {f"<Alt>{number}" for number in range(1, 5)}
    assert {key for key, _ in listed()} - accelerators() == heard | catalogs


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
