"""The lists of followers, and the way from a search to one of them."""

import tree
from screens import ENTRY
from test_people import find, rows


def row(app, name="Followers"):
    """Returns the row that has the focus."""
    node = app.focused()
    there = app.list(name)
    return node if node is not None and there is not None and node.role == tree.ROW else None


def login(node):
    """Returns the login in the name of a row: in parentheses once the person's name is loaded, alone before that."""
    return node and node.name.split(",")[0].split(" (")[-1].rstrip(")")


def place(app):
    """Returns the focused row and its position in the window."""
    node = row(app)
    return node and (login(node), tree.place(node))


def wait_person(app, name):
    """Waits until the details show this person."""
    app.wait("label", name, within=app.wait("panel", "Details"))


def read(app, login):
    """Searches for exactly this login, and opens the person."""
    find(app, login)

    def first():
        found = rows(app)
        return found[0] if found and "Exact match" in found[0] and login in found[0] else None

    name = app.until(f"{login} first", first)
    app.keys.press("Down", "Return")
    app.wait("heading", title_of(name))


def title_of(name):
    """Returns the heading's text: the name without the login."""
    return name.split(",")[0].split(" (")[0]


def lead(app, start):
    """Opens a list from the details, by the figure or button whose name begins with `start`. A loaded figure may
    replace it."""
    app.wait(tree.BUTTON, lambda name: name.startswith(start))
    for _ in range(60):
        before = app.focused()
        if before is not None and before.name.startswith(start):
            return app.keys.press("Return")
        app.keys.press("Tab")
        app.until("the focus to move", lambda: app.focused() not in (None, before))
    raise AssertionError(f"{start!r} is not reached by Tab{app.dump()}")


def asked(server, part):
    """Returns the targets of the requests for such a list, in order."""
    return [line.split(" ")[1] for line in server.log(part)]


def test_what_a_person_has_none_of_is_left_out_and_an_empty_list_says_so(launch, server):
    with launch(server) as app:
        read(app, "stars-0")
        app.wait(tree.BUTTON, "Stars")
        app.gone(tree.BUTTON, lambda name: name.startswith("Followers"))
        lead(app, "Stars")
        app.wait_for_text("No Stars Yet")


def test_back_returns_to_the_same_row_at_the_same_place(launch, server):
    with launch(server) as app:
        read(app, "golden")
        lead(app, "Followers: 1,234")
        top = login(app.until("the first follower", lambda: row(app)))
        app.keys.press("Page_Down", "Page_Down", "Page_Down")
        app.until("a row further down", lambda: login(row(app)) not in (None, top))
        app.until("a still list", app.camera.still)
        start = app.until("a row", lambda: place(app))
        app.keys.press("Return")
        wait_person(app, start[0])
        lead(app, "Followers: ")
        app.until("another list", lambda: login(row(app)) not in (None, start[0]))
        requests = len(asked(server, "/followers"))
        app.keys.press("alt+Left")
        wait_person(app, start[0])
        app.keys.press("Escape")
        app.expect("the row and its place", lambda: place(app), start)
        assert len(asked(server, "/followers")) == requests, "nothing is requested again"
        app.keys.press("alt+Left")
        app.wait_focus_in("the figure", lambda: app.find(tree.BUTTON, "Followers: 1,234"))


def test_keys_act_on_the_list_that_is_read(launch, server):
    with launch(server) as app:
        read(app, "golden")
        lead(app, "Followers: 1,234")
        first = login(app.until("the first follower", lambda: row(app)))
        app.keys.press("ctrl+d")
        app.until("a star", lambda: row(app) and row(app).name.endswith(", starred"))
        app.keys.press("Menu")
        app.wait("menu item", "Show Details")
        app.keys.press("Escape")
        app.until("the row", lambda: login(row(app)) == first)
        app.keys.type(first[:4])
        app.expect("the filter", lambda: tree.text(app.find(ENTRY, "Filter Loaded Results")), first[:4])
        app.expect("the words in the entry", app.query, "golden")
        app.keys.press("Escape")
        app.expect("the filter", lambda: tree.text(app.find(ENTRY, "Filter Loaded Results")), "")
