"""What two people have in common: whom to compare with, what it takes, and the lists of what both have."""

import json
import re
import urllib.request

import tree
from screens import ENTRY
from test_people_changes import people
from test_people_walk import asked, read

WITH = "Compare With…"
FOLLOWERS = "Followers in Common"
STARRED = "Starred Repositories in Common"
SHOWN = 200
"""Of those in common, no more are shown."""


def choosing(app, name):
    read(app, name)
    app.press(tree.BUTTON, WITH, until=lambda: app.find(ENTRY, "Name"))
    app.until("the focus in the entry", lambda: app.focused() is not None and app.focused().name == "Name")


def ready(app, other):
    app.keys.type(other)
    app.keys.press("Return")
    return app.wait(None, re.compile(r"It takes \d+ requests\.").search)


def test_two_people_are_compared_and_lead_on(launch, server):
    with launch(server) as app:
        choosing(app, "golden")
        app.says("Who is a favorite can be chosen here.")
        ready(app, "sam-everwood")
        assert not asked(server, "/followers"), "nothing is asked before the button"
        app.press(tree.BUTTON, "Compare", until=lambda: app.list(STARRED))
        app.says("None in common.")
        common = app.until("repositories in common", lambda: people(app, STARRED))
        # It leads on, and Back returns to it.
        app.until("the focus in the first of them", lambda: app.focused() and app.focused().name == common[0])
        app.keys.press("Return")
        app.wait("heading", common[0].split("/")[1])
        app.keys.press("alt+Left")
        app.expect("the focus, where it was", lambda: app.focused() and app.focused().name, common[0])


def whole(server, login, part, name):
    """The names in somebody's list, as the server tells anybody."""
    found, page = [], 1
    while True:
        address = f"{server.url}/users/{login}/{part}?per_page=100&page={page}"
        with urllib.request.urlopen(address) as answer:
            batch = [item[name] for item in json.load(answer)]
        found += batch
        page += 1
        if len(batch) < 100:
            return found


def test_followers_and_stars_in_common_are_those_in_both_lists(launch, server):
    with launch(server) as app:
        choosing(app, "ines-lantern")
        line = ready(app, "sam-everwood").name
        app.press(tree.BUTTON, "Compare", until=lambda: app.list(STARRED))
        followers = app.until("followers in common", lambda: people(app, FOLLOWERS))
        repositories = people(app, STARRED)
        asked_for = [target for part in ("/followers", "/starred") for target in asked(server, part)]
        assert len(asked_for) == len(set(asked_for)), "a page was asked for twice"
        # How many stars there are is told by one more request for each.
        requests = int(re.search(r"It takes (\d+) requests", line).group(1))
        assert len([target for target in asked_for if "per_page=1&" not in target + "&"]) == requests
        for part, name, shown in (("followers", "login", followers), ("starred", "full_name", repositories)):
            theirs = set(whole(server, "sam-everwood", part, name))
            both = [one for one in whole(server, "ines-lantern", part, name) if one in theirs]
            assert shown == both[:SHOWN], f"{part} in common"
            title = {"followers": FOLLOWERS, "starred": STARRED}[part]
            app.says(f"{title}: {len(both)}")
            if len(both) > SHOWN:
                app.says(f"And {len(both) - SHOWN} more")


def test_names_that_cannot_be_are_said(launch, server):
    with launch(server) as app:
        choosing(app, "golden")
        app.keys.type("-a")
        app.keys.press("Return")
        app.says("A user name has single hyphens only")
        app.keys.press("ctrl+a")
        app.keys.type("golden")
        app.keys.press("Return")
        app.says("Choose somebody else")
