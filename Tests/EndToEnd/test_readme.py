"""The README below the details: its heading, links, code that is copied, finding words, a page of its own."""

import pytest

import tree
from screens import ENTRY, title


def opened(app, query="swift"):
    app.search_for_rows(query)
    app.select_first()
    app.open_selected()
    return app.wait("heading", "README")


def test_opening_fetches_it_and_arrowing_does_not(launch, server):
    with launch(server) as app:
        app.search_for_rows("swift")
        first = title(app.select_first())
        app.keys.press("Down")
        app.until("the next row", lambda: title(app.selected()) not in (None, first))
        app.keys.press("Up")
        app.expect("the selected row", lambda: title(app.selected()), first)
        app.open_selected()
        app.wait("heading", "README")
        app.wait("heading", "Installation")
        server.wait_for("/readme")
        assert server.log("/readme") == ["GET /repos/swiftlang/swift/readme 200"]


def test_code_is_copied(launch, server):
    with launch(server) as app:
        opened(app)
        app.press(tree.BUTTON, "Copy Code", until=lambda: app.find(None, lambda text: "Code copied" in text))


def test_no_readme_is_said(launch, server):
    with launch(server) as app:
        app.search_for_rows("no-description")
        app.select_first()
        app.open_selected()
        app.says("This repository has no README.")


def focus_in_a_field(app):
    focused = app.focused()
    return focused is not None and focused.role in ENTRY


def test_find_walks_the_places(launch, server):
    with launch(server) as app:
        opened(app)
        app.press(tree.BUTTON, "Read on a Page of Its Own", until=lambda: app.find(tree.BUTTON, "Find in Text"))
        app.press(tree.BUTTON, "Find in Text", until=lambda: focus_in_a_field(app))
        app.keys.type("install")
        app.wait(None, lambda text: text.startswith("1 of "))
        app.keys.press("Return")
        app.wait(None, lambda text: text.startswith("2 of "))
        app.keys.press("shift+Return")
        app.wait(None, lambda text: text.startswith("1 of "))
        app.keys.press("Escape")
        app.gone(tree.BUTTON, "Next Place")
        app.press(tree.BUTTON, "Back", until=lambda: app.find(tree.BUTTON, "Find in Text") is None)
        app.wait(tree.BUTTON, "Read on a Page of Its Own")


@pytest.mark.parametrize("query", ["swift", "odd-samples/markup", "kawkab/najm"])
def test_nothing_is_cut_at_360(launch, server, query):
    with launch(server) as app:
        app.resize(360, 720)
        opened(app, query.split("/")[-1])
        app.expect("what is cut", lambda: cut(app), [])


def cut(app):
    """The texts and frames of the details that are not wholly in them; None where there are no details."""
    panel = app.details()
    room = tree.place(panel)
    if room is None:
        return None
    # The page that does not show keeps the width that it had.
    shown = [node for node in texts_and_frames(panel) if node.name != "Select a repository to read about it here"]
    places = [(node.name, tree.place(node)) for node in shown]
    return [(name, place) for name, place in places if place is not None and place.width and not is_inside(place, room)]


def texts_and_frames(panel):
    """Code and tables scroll sideways in frames of their own: of them the frames, of all else the texts."""
    frames, found, above = set(), [], []
    shown = tree.Snapshot(panel).visible()
    for node, depth in shown:
        above[depth:] = [node]
        if node.role == "scroll bar" and depth and above[depth - 1].role == "panel":
            frames.add(above[depth - 1])
    for node, depth in shown:
        above[depth:] = [node]
        is_text = node.role in ("heading", "label") and node.name
        if node in frames or is_text and not frames.intersection(above):
            found.append(node)
    return found


def is_inside(place, room):
    return place.x >= room.x - 1 and place.x + place.width <= room.x + room.width + 1
