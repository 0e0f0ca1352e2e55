"""The comparison of two people: whom to compare, the number of requests, and the lists in common."""

import re

import tree
from screens import ENTRY
from test_follower_changes import people
from test_people_navigation import asked, read

WITH = "Compare With…"
STARRED = "Starred Repositories in Common"
"""The accessible name of the list of repositories that both have starred."""


def choosing(app, name):
    read(app, name)
    app.press(tree.BUTTON, "More", until=lambda: app.find("menu item", WITH))
    app.press("menu item", WITH, until=lambda: app.find(ENTRY, "Name"))
    app.until("the focus in the entry", lambda: app.focused() is not None and app.focused().name == "Name")


def ready(app, other):
    app.keys.type(other)
    app.keys.press("Return")
    return app.wait(None, re.compile(r"Requests needed: \d+\.").search)


def test_two_people_are_compared_and_lead_on(launch, server):
    with launch(server) as app:
        choosing(app, "golden")
        app.wait_for_text("People in your favorites appear here.")
        ready(app, "sam-everwood")
        assert not asked(server, "/followers"), "nothing is asked before the button"
        app.press(tree.BUTTON, "Compare", until=lambda: app.list(STARRED))
        app.wait_for_text("Nothing in common.")
        common = app.until("repositories in common", lambda: people(app, STARRED))
        # The repository opens, and Back returns to it.
        app.until("the focus in the first of them", lambda: app.focused() and app.focused().name == common[0])
        app.keys.press("Return")
        app.wait("heading", common[0].split("/")[1])
        app.keys.press("alt+Left")
        app.expect("the focus, where it was", lambda: app.focused() and app.focused().name, common[0])


def test_names_that_cannot_be_are_said(launch, server):
    with launch(server) as app:
        choosing(app, "golden")
        app.keys.type("-a")
        app.keys.press("Return")
        app.wait_for_text("Usernames have single hyphens between letters or digits")
        app.keys.press("ctrl+a")
        app.keys.type("golden")
        app.keys.press("Return")
        app.wait_for_text("Choose a different account")
        app.keys.press("ctrl+a")
        app.keys.type("nobody-has-this-name")
        app.keys.press("Return")
        app.wait_for_text("No account named “nobody-has-this-name”.")
