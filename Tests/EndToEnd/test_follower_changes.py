"""Mutual follows, and changes of the account's own followers since the last check, on request."""

import tree
from account import signed_in
from standin import StandIn
from test_people_navigation import asked, lead, read

TOKEN = "following-1"
TITLE = "Follower Changes"
LOOK = "Check Now"


def wait_followers(app, count):
    app.until(f"{count} of the followers", lambda: app.count("Followers").startswith(f"{count} of "))


def test_only_who_is_in_both_lists_shows_when_asked_for(launch, server):
    with launch(server) as app:
        read(app, "golden")
        lead(app, "Followers: 1,234")
        wait_followers(app, 100)
        app.press(tree.BUTTON, "Mutual", until=lambda: app.is_pressed(tree.BUTTON, "Mutual"))
        wait_followers(app, 18)
        assert [target.split("?")[0] for target in asked(server, "/following")] == ["/users/golden/following"]
        app.press(tree.BUTTON, "Mutual", until=lambda: app.is_pressed(tree.BUTTON, "Mutual") is False)
        wait_followers(app, 100)
        app.press(tree.BUTTON, "Mutual", until=lambda: app.is_pressed(tree.BUTTON, "Mutual"))
        wait_followers(app, 18)
        assert len(asked(server, "/following")) == 1


def changes(app):
    read(app, "sample-stargazer")
    app.wait_for_text("This is you")
    app.press(tree.BUTTON, TITLE, until=lambda: app.find(tree.BUTTON, LOOK))


def people(app, name):
    return [node.name for node in app.children_of(name) if node.role == tree.ROW]


def two(app, name):
    found = people(app, name)
    return found if len(found) == 2 else None


def test_a_second_look_tells_who_is_new_and_who_left(launch, server, keyring):
    with launch(server) as app:
        signed_in(app, TOKEN)
        changes(app)
        assert not asked(server, "/followers"), "nothing is asked by itself"
        saved = "This account has 42 followers."
        app.press(tree.BUTTON, LOOK, until=lambda: app.find(None, lambda text: saved in text))
        assert len(asked(server, "/followers")) == 1
        assert app.close() == 0
    server.stop()
    with StandIn(scenario="later", search_limit="off", port=server.port) as later, launch(later) as app:
        changes(app)
        app.wait_for_text("42 followers when you last checked")
        app.press(tree.BUTTON, LOOK, until=lambda: people(app, "New followers"))
        app.expect("how many are new", lambda: len(people(app, "New followers")), 2)
        left = app.until("two who left", lambda: two(app, "No longer following"))
        app.wait_focus_in("the first who is new", lambda: app.list("New followers"))
        app.keys.press("Return")
        app.wait(tree.BUTTON, f"Back to {TITLE}")
        app.keys.press("alt+Left")
        app.gone(tree.BUTTON, f"Back to {TITLE}")
        app.expect("who left", lambda: people(app, "No longer following"), left)
