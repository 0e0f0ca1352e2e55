"""The README below the details: its heading, links, code that is copied, finding words, a page of its own."""

import pytest

import tree


def opened(app, query="swift"):
    app.search_for_rows(query)
    app.select_first()
    app.open_selected()
    return app.wait("heading", "README")


def test_opening_fetches_it_and_arrowing_does_not(launch, server):
    with launch(server) as app:
        app.search_for_rows("swift")
        app.select_first()
        app.keys.press("Down")
        app.keys.press("Up")
        app.open_selected()
        app.wait("heading", "README")
        app.wait("heading", "Installation")
        server.wait_for("/readme")
        assert [line for line in server.log("/readme")] == ["GET /repos/swiftlang/swift/readme 200"]


def test_code_is_copied(launch, server):
    with launch(server) as app:
        opened(app)
        app.press(tree.BUTTON, "Copy Code")
        app.until("the toast", lambda: app.says("Code copied"))


def test_no_readme_is_said(launch, server):
    with launch(server) as app:
        app.search_for_rows("no-description")
        app.select_first()
        app.open_selected()
        app.until("the sentence", lambda: app.says("This repository has no README."))


def test_find_walks_the_places(launch, server):
    with launch(server) as app:
        opened(app)
        app.press(tree.BUTTON, "Read on a Page of Its Own")
        app.press(tree.BUTTON, "Find in Text")
        app.until("the focus in it", lambda: app.focused() and tree.role(app.focused()) in ("text", "entry"))
        app.keys.type("install")
        app.until("the first", lambda: app.says("1 of "))
        app.keys.press("Return")
        app.until("the second", lambda: app.says("2 of "))
        app.keys.press("shift+Return")
        app.until("the first again", lambda: app.says("1 of "))
        app.keys.press("Escape")
        app.gone(tree.BUTTON, "Next Place")
        app.press(tree.BUTTON, "Back")
        app.gone(tree.BUTTON, "Find in Text")
        app.wait(tree.BUTTON, "Read on a Page of Its Own")


@pytest.mark.parametrize("query", ["swift", "odd-samples/markup", "kawkab/najm"])
def test_nothing_is_cut_at_360(launch, server, query):
    with launch(server) as app:
        app.resize(360, 720)
        opened(app, query.split("/")[-1])
        panel = app.wait("panel", "Details")
        room = tree.place(panel)
        for node in tree.walk(panel):
            if tree.role(node) in ("heading", "label") and node.name:
                place = tree.place(node)
                inside = place.x >= room.x - 1 and place.x + place.width <= room.x + room.width + 1
                assert inside or place.width == 0 or is_in_frame(node), (node.name, place, room)


def is_in_frame(node):
    """Code and tables scroll sideways in frames of their own."""
    return "\n" in node.name or "PREFIX" in node.name
