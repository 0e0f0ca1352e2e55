"""The README below the details: heading, links, copied code, find, and its full page."""

import pytest

import tree
from screens import ENTRY, title


def opened(app, query="swift"):
    app.search_for_rows(query)
    app.select_first()
    app.open_selected()
    return app.wait("heading", "README")


def test_a_rest_on_a_row_fetches_it_and_opening_does_not_ask_again(launch, server):
    with launch(server) as app:
        app.search_for_rows("swift")
        app.select_first()
        app.wait("heading", "Installation")
        app.open_selected()
        # This request is sent only when the item is opened, after all requests that might be repeated.
        app.until("the languages", lambda: server.log("/repos/swiftlang/swift/languages"))
        asked = [line for line in server.log("/repos/") if line.split(" ")[1].endswith(("/swift", "/readme"))]
        assert sorted(asked) == ["GET /repos/swiftlang/swift 200", "GET /repos/swiftlang/swift/readme 200"]


def test_code_is_copied(launch, server):
    with launch(server) as app:
        opened(app)
        app.press(tree.BUTTON, "Copy Code", until=lambda: app.find(None, lambda text: "Code copied" in text))


BAR = "Scroll Horizontally"
LONG_LINE = "sudo make install"
# The color of the current match.
FOUND_LAST = (255, 120, 0)


def code_left(app):
    place = tree.place(app.find("label", lambda text: LONG_LINE in text, within=app.details()))
    return place and place.x


def test_keys_scroll_what_is_wider_than_the_page_and_tab_goes_on(launch, server):
    with launch(server) as app:
        app.resize(360, 720)
        opened(app)
        bar = app.wait(None, BAR, within=app.details())
        app.tab_to(bar, app.root)
        at = app.until("where the code is", lambda: code_left(app))
        app.keys.press("Right", "Right")
        app.until("the code further to the left", lambda: code_left(app) < at)
        app.keys.press("Home")
        app.expect("where the code is", lambda: code_left(app), at)
        app.keys.press("End")
        app.until("the end of the code", lambda: code_left(app) < at)
        app.keys.press("Tab")
        app.until("the focus elsewhere", lambda: app.focused() not in (None, bar))


def test_no_readme_is_said(launch, odd_server):
    with launch(odd_server) as app:
        app.search_for_rows("no-description")
        app.select_first()
        app.open_selected()
        app.wait_for_text("This repository has no README.")


def focus_in_a_field(app):
    focused = app.focused()
    return focused is not None and focused.role in ENTRY


def finding(app):
    """A README on its full page, with the focus in the find entry."""
    opened(app)
    app.press(tree.BUTTON, "Open Full Page", until=lambda: app.find(tree.BUTTON, "Find in Text"))
    app.press(tree.BUTTON, "Find in Text", until=lambda: focus_in_a_field(app))


def test_ctrl_f_in_the_details_finds_in_the_readme(launch, server):
    with launch(server) as app:
        opened(app)
        app.wait_focus_in("the details", app.details)
        app.keys.press("ctrl+f")
        app.until("the focus in a field", lambda: focus_in_a_field(app))
        app.keys.type("install")
        app.wait(None, lambda text: text.startswith("1 of "))


def test_enter_goes_into_the_details_where_keys_scroll_and_escape_leads_back(launch, server):
    with launch(server) as app:
        app.resize(1100, 640)
        app.search_for_rows("swift")
        name = title(app.select_first())
        details = app.open_selected()
        app.wait("heading", "README")
        app.wait_focus_in("the details", app.details)

        def top():
            place = tree.place(app.find("heading", name.split("/")[1], within=details))
            return place and place.y

        at_first = top()
        for key in ("Down", "space", "End"):
            before = top()
            app.keys.press(key)
            app.until(f"the text higher after {key}", lambda before=before: top() < before)
        app.keys.press("Home")
        app.expect("the top", top, at_first)
        app.keys.press("Escape")
        app.until("the focus in a row", app.row_in_focus)


def test_a_star_leaves_the_text_where_it_is(launch, server):
    with launch(server) as app:
        app.resize(1100, 640)
        opened(app)
        app.keys.press("Page_Down", "Page_Down")

        def heading():
            place = tree.place(app.find("heading", "Installation", within=app.details()))
            return place and place.y

        app.until("a window at rest", app.camera.still)
        before = heading()
        app.keys.press("ctrl+d")
        app.wait(tree.BUTTON, "Add Tag", within=app.details())
        app.until("a window at rest", app.camera.still)
        assert heading() == before
        app.keys.press("ctrl+d")
        app.gone(tree.BUTTON, "Add Tag")
        app.until("a window at rest", app.camera.still)
        assert heading() == before


def test_the_full_page_covers_the_list(launch, server):
    with launch(server) as app:
        app.resize(1100, 640)
        opened(app)
        app.press(tree.BUTTON, "Open Full Page", until=lambda: app.find(tree.BUTTON, "Find in Text"))

        def left():
            back = app.find(tree.BUTTON, "Back")
            return back and tree.place(back).x

        app.until("Back where the list was", lambda: left() is not None and left() < 300)
        app.keys.press("Escape")
        app.gone(tree.BUTTON, "Back")
        app.wait_focus_in("the details", app.details)


def test_find_walks_the_places(launch, server):
    with launch(server) as app:
        finding(app)
        app.keys.type("install")
        app.wait(None, lambda text: text.startswith("1 of "))
        app.keys.press("Return")
        app.wait(None, lambda text: text.startswith("2 of "))
        app.keys.press("shift+Return")
        app.wait(None, lambda text: text.startswith("1 of "))
        app.keys.press("Escape")
        app.gone(tree.BUTTON, "Next Match")
        app.press(tree.BUTTON, "Back", until=lambda: app.find(tree.BUTTON, "Find in Text") is None)
        app.wait(tree.BUTTON, "Open Full Page")


def test_what_was_found_stays_in_sight_when_finding_ends(launch, server):
    with launch(server) as app:
        app.resize(1100, 420)
        finding(app)

        def is_in_sight():
            place = tree.place(app.find("label", lambda text: LONG_LINE in text, within=app.details()))
            return place and 0 <= place.y < app.camera.size()[1]

        app.keys.type(LONG_LINE)
        app.until("what was found", is_in_sight)
        app.keys.press("Escape")
        app.gone(tree.BUTTON, "Next Match")
        app.until("a window at rest", app.camera.still)
        assert is_in_sight()


def test_folding_leaves_who_looks_for_words_where_they_are(launch, server):
    with launch(server) as app:
        app.resize(1100, 640)
        finding(app)
        app.keys.type("install")
        app.wait(None, lambda text: text.startswith("1 of "))
        for width in (600, 1100, 600):
            app.resize(width, 640)
            app.until("a window at rest", app.camera.still)
            assert focus_in_a_field(app), f"at {width}"
        app.keys.press("Return")
        app.wait(None, lambda text: text.startswith("2 of "))


def test_the_words_of_a_badge_are_marked_where_they_are_found(launch, server):
    with launch(server) as app:
        app.resize(1100, 640)
        finding(app)

        def found():
            width, height = app.camera.size()
            return app.camera.colors(tree.Place(0, 0, width, height)).get(FOUND_LAST, 0)

        assert found() == 0
        app.keys.type("license")
        app.wait(None, "1 of 1")
        app.until("the color of what was found", lambda: found() > 200)


@pytest.mark.parametrize("query", ["swift", "odd-samples/markup", "kawkab/najm"])
def test_nothing_is_cut_at_360(launch, odd_server, query):
    with launch(odd_server) as app:
        app.resize(360, 720)
        opened(app, query.split("/")[-1])
        app.expect("what is cut", lambda: cut(app), [])


def cut(app):
    """Returns the texts and frames that do not fit into the details; None when there are no details."""
    panel = app.details()
    room = tree.place(panel)
    if room is None:
        return None
    # A hidden page keeps its previous width.
    shown = [node for node in texts_and_frames(panel) if node.name != "Select a repository to see its details here"]
    places = [(node.name, tree.place(node)) for node in shown]
    return [(name, place) for name, place in places if place is not None and place.width and not is_inside(place, room)]


def texts_and_frames(panel):
    """Returns the frames of code and tables, which scroll horizontally, and all texts outside these frames."""
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
