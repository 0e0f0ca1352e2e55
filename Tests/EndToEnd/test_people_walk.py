"""From follower to follower and back again; all of a long list; and people who are left before their answers are
there."""

import pytest

import tree
from log import page
from screens import ENTRY
from test_people import find, rows


def row(app, name="Followers"):
    """The row that has the focus."""
    node = app.focused()
    there = app.list(name)
    return node if node is not None and there is not None and node.role == tree.ROW else None


def title(node):
    """As it was when it was found; None where there is none."""
    return node and node.name.split(",")[0]


def login(title):
    """The login in the title of a row: in parentheses once the person's name is loaded, alone before that."""
    return title.split(" (")[-1].rstrip(")")


def place(app):
    """Which row has the focus, and where it is in the window."""
    node = row(app)
    return node and (login(title(node)), tree.place(node))


def read(app, login):
    """Searches for the very name, and opens who has it."""
    find(app, login)

    def first():
        found = rows(app)
        return found[0] if found and "Exact match" in found[0] and login in found[0] else None

    name = app.until(f"{login} first", first)
    app.keys.press("Down", "Return")
    app.wait("heading", title_of(name))


def title_of(name):
    """As the heading has it: without the login after the name."""
    return name.split(",")[0].split(" (")[0]


def lead(app, start):
    """From the details to a list, by the figure or button whose name begins so. Another one may take its place as more
    becomes known."""
    app.wait(tree.BUTTON, lambda name: name.startswith(start))
    for _ in range(60):
        before = app.focused()
        if before is not None and before.name.startswith(start):
            return app.keys.press("Return")
        app.keys.press("Tab")
        app.until("the focus to move", lambda: app.focused() not in (None, before))
    raise AssertionError(f"{start!r} is not reached by Tab{app.dump()}")


def asked(server, part):
    """The targets of the requests for such a list, in order."""
    return [line.split(" ")[1] for line in server.log(part)]


def test_ten_hops_and_ten_backs_return_to_the_first_list_as_it_was(launch, server):
    with launch(server) as app:
        read(app, "golden")
        lead(app, "Followers: 1,234")
        top = title(app.until("the first follower", lambda: row(app)))
        app.keys.press("Page_Down", "Page_Down", "Page_Down")
        app.until("a row further down", lambda: title(row(app)) not in (None, top))
        app.until("a still list", app.camera.still)
        start = app.until("a row", lambda: place(app))
        met = []
        for _ in range(10):
            name = title(app.until("a row", lambda: row(app)))
            app.keys.press("Return")
            app.wait("label", lambda text, name=name: text.startswith(login(name) + " · "))
            met.append(name)
            lead(app, "Followers: ")
            app.until("others", lambda name=name: title(row(app)) not in (None, name))
            app.expect("the filter", lambda: tree.text(app.wait(ENTRY, "Filter Results")), "")
        assert len(asked(server, "/followers")) == 11
        for name in reversed(met):
            app.keys.press("alt+Left")
            app.wait("label", lambda text, name=name: text.startswith(login(name) + " · "))
            app.keys.press("alt+Left")
            app.expect("the row in focus", lambda: login(title(row(app)) or ""), login(name))
        app.expect("the row and its place", lambda: place(app), start)
        assert len(asked(server, "/followers")) == 11, "nothing is asked again"


def test_the_end_of_a_thousand_followers_takes_ten_requests_in_order(launch, server):
    with launch(server) as app:
        read(app, "cedar-atlas")
        lead(app, "Followers: 980")
        app.until("the first follower", lambda: row(app))

        def all_there():
            app.keys.press("End")
            return app.find(None, "980 results")

        app.until("everybody", all_there)
        app.keys.press("Home", "End", "Home")
        app.until("the top again", lambda: row(app))
        assert [page(target) for target in asked(server, "/followers")] == list(range(1, 11))


def test_of_people_opened_while_one_is_on_the_way_only_the_last_shows(launch, server):
    with launch(server) as app:
        find(app, "golden")
        filled = app.until("rows that are filled", lambda: rows(app) if "follower" in "".join(rows(app)[1:2]) else None)
        first, last = (title_of(name) for name in filled[0:3:2])
        app.keys.press("Down")
        with server.held():
            app.keys.press("Return")
            app.wait("heading", first)
            app.keys.press("alt+Left", "Down", "Down", "Return")
            app.wait("heading", last)
        app.says("Member since")
        # Whether the first was asked for at all is chance. What came late has come when the next search is answered.
        app.keys.press("F5")
        server.wait_for("GET /search/users", count=2)
        app.wait("heading", last)
        app.gone("heading", first)


def test_a_list_that_was_left_before_it_came_shows_nothing(launch, server):
    with launch(server) as app:
        read(app, "golden")
        app.wait(tree.BUTTON, "Followers: 1,234")
        with server.held():
            lead(app, "Followers: 1,234")
            app.wait(ENTRY, "Filter Results")
            app.keys.press("alt+Left")
            app.wait("heading", "Gwen Golden")
            lead(app, "Following: 57")
        app.until("who is followed", lambda: "lovelight" in "".join(rows(app, "Following")[:1]).lower())
        app.gone("list", "Followers")


@pytest.mark.parametrize("login, start, said", [
    ("nobody-follows", "Followers: 0", "No Followers Yet"),
    ("lantern-works", "Followers: 3,260", "100 of 3,260"),
    ("robin-vale_acme", "Followers: 17", "17 results"),
])
def test_whoever_it_is_their_followers_are_listed_or_said_to_be_none(launch, server, login, start, said):
    with launch(server) as app:
        read(app, login)
        lead(app, start)
        app.says(said)
