"""Signing in and out with a real keyring, and with a locked, missing or hung one."""

import pytest

import tree
from account import (
    button, close_page, enter, field_text, focus_field, kept_here_only, open_page, press, sign_in, signed_in,
    star_writes, wait_for_text,
)  # fmt: skip
from clipboard import Clipboard
from screens import Stargazer
from standin import StandIn

TOKEN = "ghp_0123456789abcdef"


def test_coming_back_one_is_still_signed_in_without_a_request(launch, server, keyring):
    with launch(server) as app:
        sign_in(app, TOKEN)
        wait_for_text(app, "Sam Stargazer")
        close_page(app)
        assert app.close() == 0
    before = len(server.log("GET /user "))
    with launch(server) as app:
        app.search_for_rows("swift")
        app.select_first()
        app.keys.press("ctrl+d")
        server.wait_for("PUT /user/starred/")
        assert len(server.log("GET /user ")) == before
        open_page(app)
        button(app, "Sign Out")
        wait_for_text(app, "Sam Stargazer")
        wait_for_text(app, "public_repo")
        wait_for_text(app, "left, resets in")


def test_signing_out_takes_the_token_away(launch, server, keyring):
    with launch(server) as app:
        sign_in(app, TOKEN)
        found = keyring.tokens()
        assert f"secret = {TOKEN}" in found and found.count("secret =") == 1
        assert "attribute.account = sample-stargazer" in found
        press(app, "Sign Out", until=lambda: app.find(tree.BUTTON, "Sign In"))
        app.wait_for_text("Signed out")
        app.until("no token", lambda: "secret =" not in keyring.tokens())
        close_page(app)
        app.search_for_rows("swift")
        app.select_first()
        app.keys.press("ctrl+d")
        app.expect("the only state of the row", lambda: kept_here_only(app.selected()), True)
        app.close()
        assert star_writes(server) == []
    with launch(server) as app:
        open_page(app)
        app.wait(tree.BUTTON, "Sign In")


def test_the_menu_of_the_account_leads_to_its_pages_and_signs_out(launch, server, keyring):
    with launch(server) as app:
        app.press(tree.BUTTON, "Sign In…", until=lambda: app.find("frame", "Preferences"))
        enter(app, TOKEN)
        button(app, "Sign Out")
        close_page(app)
        app.choose("Your Profile", menu="Account")
        app.wait("heading", "Sam Stargazer", within=app.details())
        app.wait_focus_in("the details", app.details)
        app.choose("Follower Changes", menu="Account")
        app.wait(tree.BUTTON, "Check Now")
        app.choose("Your Stars", menu="Account")
        app.expect("the source", app.source, "All Favorites")
        app.expect("the words in the entry", app.query, "is:starred")
        app.choose("Sign Out", menu="Account")
        app.wait(tree.BUTTON, "Sign In…")
        app.gone(tree.BUTTON, "Account")


def test_a_token_that_github_rejects_is_not_stored(launch, server, keyring):
    with launch(server) as app:
        open_page(app)
        enter(app, "bad-token")
        app.wait_for_text("GitHub did not accept this token.")
        assert "secret =" not in keyring.tokens()
        app.wait("text", "Personal Access Token")


@pytest.mark.parametrize(
    ("pasted", "complaint"),
    [("ghp_one\nghp_two", "line breaks"), ("a\u200bb", "only unaccented")],
    ids=["two lines", "nothing to see"],
)
def test_what_cannot_be_a_token_is_refused_beside_the_field(desktop, home, launch, server, keyring, pasted, complaint):
    with launch(server) as app, Clipboard(desktop, home, pasted):
        open_page(app)
        focus_field(app)
        app.keys.press("ctrl+v")
        app.expect("the letters in the field", lambda: len(field_text(app)), len(pasted))
        app.keys.press("Return")
        app.wait_for_text(complaint)
        assert server.log("/user") == []
        app.keys.press("ctrl+a", "BackSpace")
        app.gone(None, lambda text: complaint in text)
        enter(app, TOKEN)
        button(app, "Sign Out")


def test_a_token_that_stops_being_good_signs_out_and_says_so(launch, keyring):
    server = StandIn(search_limit="off")
    try:
        with launch(server) as app:
            signed_in(app, TOKEN)
            server.stop()
            with StandIn(scenario="unauthorized", search_limit="off", port=server.port):
                app.search("swift")
                app.wait(None, "The Token Was Not Accepted")
                app.wait_for_text("Signed out: the token was not accepted.")
            with StandIn(search_limit="off", port=server.port) as well:
                app.press(tree.BUTTON, "Try Again", until=app.rows)
                app.press(tree.BUTTON, "Sign In Again…", until=lambda: app.find("frame", "Preferences"))
                assert TOKEN in keyring.tokens()
                enter(app, TOKEN)
                button(app, "Sign Out")
                close_page(app)
                app.gone(None, "Signed out: the token was not accepted.")
                well.wait_for("GET /user 200")
    finally:
        server.stop()


def test_sample_data_has_no_account(desktop, home):
    with Stargazer(desktop, home, "--demo") as app:
        open_page(app)
        app.wait_for_text("Keep Search History")
        app.gone("page tab", "Account")
        app.gone(tree.BUTTON, "Sign In…")


# A missing, locked or hung keyring


def test_without_a_key_store_it_is_for_this_session_only(launch, server, home):
    with launch(server) as app:
        sign_in(app, TOKEN)
        wait_for_text(app, "For This Session Only")
        wait_for_text(app, "No keyring is running")
        close_page(app)
        app.search_for_rows("swift")
        app.select_first()
        app.keys.press("ctrl+d")
        server.wait_for("PUT /user/starred/")
    with launch(server) as app:
        open_page(app)
        app.wait(tree.BUTTON, "Sign In")


def wait_focus_on(app, name):
    app.expect("what has the focus", lambda: tree.name(app.focused()), name)


def test_a_locked_key_store_is_said_and_what_needs_no_account_works(launch, server, keyring):
    with launch(server) as app:
        sign_in(app, TOKEN)
    keyring.stop()
    keyring.start(unlocked=False)
    with launch(server) as app:
        app.wait_for_text("Your token is in a locked keyring.")
        app.search_for_rows("swift")
        app.select_first()
        app.keys.press("ctrl+d")
        app.expect("the only state of the row", lambda: kept_here_only(app.selected()), True)
        open_page(app)
        wait_for_text(app, "The Keyring Is Locked")
        wait_focus_on(app, "Unlock…")
        # No prompter is running, which counts as if the user had declined.
        app.keys.press("space")
        wait_for_text(app, "The Keyring Is Locked")
        wait_focus_on(app, "Unlock…")
        close_page(app)
        assert app.close() == 0
    assert star_writes(server) == []


def test_a_key_store_that_comes_back_is_used_again(launch, server, keyring):
    keyring.stop()
    with launch(server) as app:
        sign_in(app, TOKEN)
        wait_for_text(app, "For This Session Only")
        keyring.start()
        press(app, "Try Again", until=lambda: not app.find(None, "For This Session Only", rows=True))
        assert f"secret = {TOKEN}" in keyring.tokens()
        keyring.stop()
        press(app, "Sign Out", until=lambda: app.find(tree.BUTTON, "Remove Token", rows=True))
        wait_for_text(app, "The Token Is Still in the Keyring")
        wait_for_text(app, "you are signed in again at the next start")
        keyring.start()
        press(app, "Remove Token", until=lambda: app.find(None, "The Token Is Still in the Keyring", rows=True) is None)
        app.until("no token", lambda: TOKEN not in keyring.tokens())


def test_verifying_a_token_can_be_canceled(launch, keyring):
    with StandIn(search_limit="off", latency=60_000) as server, launch(server) as app:
        open_page(app)
        enter(app, TOKEN)
        wait_for_text(app, "Checking the token with GitHub…")
        press(app, "Cancel", until=lambda: app.find(tree.BUTTON, "Sign In"))
        # The typed text is still there.
        app.expect("the letters in the field", lambda: len(field_text(app)), len(TOKEN))
        assert TOKEN not in keyring.tokens()


def test_a_hung_key_store_delays_nothing_and_is_explained(launch, server, keyring):
    keyring.suspend()
    try:
        with launch(server) as app:
            open_page(app)
            wait_for_text(app, "Could Not Access the Keyring")
            wait_for_text(app, "The keyring does not respond.")
            close_page(app)
            app.search_for_rows("swift")
            sign_in(app, TOKEN)
            wait_for_text(app, "For This Session Only")
    finally:
        keyring.resume()
