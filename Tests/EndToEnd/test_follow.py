"""Following on GitHub: known states are shown, a press is shown at once, and a refusal is reverted and explained."""

import pytest

import tree
from account import signed_in
from standin import StandIn
from test_people import row_in_focus, rows
from test_people_navigation import lead, read

TOKEN = "following-1"
FOLLOWS = "Follows you"


def writes(server):
    return [line for line in server.log("/user/following/") if not line.startswith("GET")]


def expect_mark(app, is_there):
    """Waits until the first row says, or no longer says, that the account follows the person."""
    app.expect("the mark in the row", lambda: ["You follow" in row for row in rows(app)[:1]], [is_there])


def test_somebody_is_followed_and_no_longer(launch, server, keyring):
    with launch(server) as app:
        signed_in(app, TOKEN)
        read(app, "sam-everwood")
        app.press(tree.BUTTON, "Follow", until=lambda: app.find(tree.BUTTON, "Unfollow"))
        # Only the account's own profile has this button.
        app.gone(tree.BUTTON, "Follower Changes")
        server.wait_for("PUT /user/following/sam-everwood 204")
        expect_mark(app, True)
        app.press(tree.BUTTON, "Unfollow", until=lambda: app.find(tree.BUTTON, "Follow"))
        server.wait_for("DELETE /user/following/sam-everwood 204")
        expect_mark(app, False)
        assert writes(server) == ["PUT /user/following/sam-everwood 204", "DELETE /user/following/sam-everwood 204"]


def test_the_accounts_own_lists_tell_of_everybody_in_them(launch, server, keyring):
    with launch(server) as app:
        signed_in(app, TOKEN)
        read(app, "sample-stargazer")
        app.wait_for_text("This is you")
        # No account follows itself.
        app.gone(tree.BUTTON, "Follow")
        lead(app, "Followers: 42")
        app.until("followers", lambda: rows(app, "Followers"))
        app.expect("rows without a mark", lambda: [name for name in rows(app, "Followers") if FOLLOWS not in name], [])
        assert not server.log("/user/following/"), "no request for each"
        app.until("the focus on a row", lambda: row_in_focus(app))
        app.keys.press("Return")
        app.wait(tree.BUTTON, "Follow")
        app.wait_for_text(FOLLOWS)
        app.press(tree.BUTTON, "Follow", until=lambda: app.find(tree.BUTTON, "Unfollow"))


def test_who_is_not_signed_in_is_offered_nothing(launch, server):
    with launch(server) as app:
        read(app, "sam-everwood")
        app.wait(tree.BUTTON, "Details")
        app.gone(tree.BUTTON, "Follow")
        assert not server.log("following/")


REFUSALS = [
    ("ghp_0123456789abcdef", None, "the token needs the scope “user:follow”", "Open Preferences"),
]


def test_a_follow_that_fails_waits_and_is_sent_later(launch, server, keyring):
    with launch(server) as app:
        signed_in(app, TOKEN)
        read(app, "sam-everwood")
        app.wait(tree.BUTTON, "Follow")
        server.stop()
        with StandIn(scenario="server", search_limit="off", port=server.port) as moody:
            app.press(tree.BUTTON, "Follow", until=lambda: moody.log("PUT /user/following/sam-everwood"))
            app.wait_for_text("GitHub has a problem (502). The change will be sent later.")
            expect_mark(app, True)
        with StandIn(search_limit="off", port=server.port) as well:
            app.press(tree.BUTTON, "Try Again", until=lambda: well.log("PUT /user/following/sam-everwood 204"))
            expect_mark(app, True)


@pytest.mark.parametrize(("token", "scenario", "reason", "action"), REFUSALS)
def test_a_refusal_goes_back_and_says_why(launch, server, keyring, token, scenario, reason, action):
    with launch(server) as app:
        signed_in(app, token)
        read(app, "sam-everwood")
        app.wait(tree.BUTTON, "Follow")
        server.stop()
        with StandIn(scenario=scenario, search_limit="off", port=server.port) as moody:
            app.press(tree.BUTTON, "Follow", until=lambda: moody.log("PUT /user/following/sam-everwood"))
            app.wait_for_text(reason)
            app.wait_for_text("You do not follow Sam Everwood (sam-everwood) yet. ")
            app.wait(tree.BUTTON, action)
            expect_mark(app, False)


def test_the_rows_menu_follows_too(launch, server, keyring):
    with launch(server) as app:
        signed_in(app, TOKEN)
        read(app, "sam-everwood")
        app.wait(tree.BUTTON, "Follow")
        app.keys.press("Escape")
        app.until("the focus on a row", lambda: row_in_focus(app))
        app.keys.press("shift+F10")
        app.press("menu item", "Follow", until=lambda: server.log("PUT /user/following/sam-everwood 204"))
        expect_mark(app, True)
