"""The lists of followers, and the steps from a search to one of them."""

import tree
from test_people import find, rows


def row(app, name="Followers"):
    """The row that has the focus."""
    node = app.focused()
    there = app.list(name)
    return node if node is not None and there is not None and node.role == tree.ROW else None


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


def test_an_account_without_followers_says_so(launch, server):
    with launch(server) as app:
        read(app, "nobody-follows")
        lead(app, "Followers: 0")
        app.says("No Followers Yet")
