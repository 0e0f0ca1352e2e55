"""Signing in with a real key store, and stars that reach GitHub or come back with a reason."""

import time

import pytest

import tree
from account import (
    button, close_page, enter, field_text, focus_field, is_on_github, open_page, says, sign_in, signed_in,
)  # fmt: skip
from clipboard import Clipboard
from keyring import Keyring
from scripted import Scripted, repository
from screens import Stargazer, says_starred, title
from standin import StandIn

TOKEN = "ghp_0123456789abcdef"


@pytest.fixture
def keyring(desktop, tmp_path):
    with Keyring(desktop, tmp_path / "keyring") as keyring:
        yield keyring


def writes(server):
    return [line for line in server.log("/user/starred/") if not line.startswith("GET")]


def first_row(app):
    app.search_for_rows("swift")
    return app.select_first()


def test_a_star_reaches_github_and_is_taken_back(launch, server, keyring):
    with launch(server) as app:
        signed_in(app, TOKEN)
        row = first_row(app)
        name = title(row)
        app.keys.press("ctrl+d")
        server.wait_for(f"PUT /user/starred/{name} 204")
        app.until("the mark in the row", lambda: is_on_github(app.selected()) and says_starred(app.selected()))
        app.open_selected()
        app.wait("label", "Starred on GitHub")
        app.keys.press("ctrl+d")
        server.wait_for(f"DELETE /user/starred/{name} 204")
        app.until("no mark in the row", lambda: not is_on_github(app.selected()))
        assert writes(server) == [f"PUT /user/starred/{name} 204", f"DELETE /user/starred/{name} 204"]


def test_undo_brings_the_star_on_github_back(launch, server, keyring):
    with launch(server) as app:
        signed_in(app, TOKEN)
        name = title(first_row(app))
        app.keys.press("ctrl+d")
        server.wait_for("PUT")
        app.until("the mark", lambda: is_on_github(app.selected()))
        app.keys.press("ctrl+d")
        server.wait_for("DELETE")
        tree.act(app.wait(tree.BUTTON, "Undo"))
        server.wait_for(f"PUT /user/starred/{name}", count=2)
        app.until("the mark again", lambda: is_on_github(app.selected()) and says_starred(app.selected()))


REFUSALS = [
    ("unauthorized", "the token was not accepted", "Sign In Again…"),
    ("forbidden", "needs the permission “starring=write”", "Open Preferences"),
    ("gone", "the token may not star this", "Open Preferences"),
    ("server", "it has a problem (502)", "Try Again"),
    ("blocked", "it is blocked", None),
    ("secondary", "too many requests until", "Try Again"),
    ("offline", "you are offline", "Try Again"),
]


@pytest.mark.parametrize(("scenario", "reason", "action"), REFUSALS, ids=[row[0] for row in REFUSALS])
def test_a_refusal_puts_the_mark_back_says_why_and_keeps_the_favorite(launch, keyring, scenario, reason, action):
    server = StandIn(search_limit="off")
    try:
        with launch(server) as app:
            signed_in(app, TOKEN)
            name = title(first_row(app))
            server.stop()
            with StandIn(scenario=scenario, search_limit="off", port=server.port) as moody:
                app.keys.press("ctrl+d")
                app.wait(None, lambda text: text.startswith("Kept in Favorites. ") and reason in text)
                if action:
                    app.wait(tree.BUTTON, action)
                assert writes(moody)
                app.wait_starred(app.selected())
                assert not is_on_github(app.selected())
                assert app.favorites(1) == [name]
    finally:
        server.stop()


LAW = b'{"message":"Repository access blocked","block":{"reason":"dmca","html_url":"https://github.localhost/dmca"}}'


@pytest.mark.parametrize(
    ("status", "body", "reason"), [(451, LAW, "it is blocked (dmca)"), (500, b"{}", "it has a problem (500)")]
)
def test_a_refusal_by_its_number(launch, keyring, status, body, reason):
    with Scripted() as server:
        server.repositories = [repository(1, "owner/name", server.url)]
        server.write = (status, {}, body)
        with launch(server) as app:
            signed_in(app, TOKEN)
            first_row(app)
            app.keys.press("ctrl+d")
            app.says(f"Kept in Favorites. GitHub refused: {reason}")
            app.wait_starred(app.selected())
            assert not is_on_github(app.selected())


def test_a_refused_removal_leaves_the_mark_and_removes_the_favorite(launch, keyring):
    server = StandIn(search_limit="off")
    try:
        with launch(server) as app:
            signed_in(app, TOKEN)
            first_row(app)
            app.keys.press("ctrl+d")
            app.until("the mark", lambda: is_on_github(app.selected()))
            server.stop()
            with StandIn(scenario="server", search_limit="off", port=server.port):
                app.keys.press("ctrl+d")
                app.says("Removed from Favorites. GitHub refused")
                app.until("the mark without the favorite", lambda: not says_starred(app.selected()))
                assert is_on_github(app.selected())
    finally:
        server.stop()


def test_trying_again_and_the_menu_send_what_was_refused(launch, keyring):
    server = StandIn(search_limit="off")
    try:
        with launch(server) as app:
            signed_in(app, TOKEN)
            name = title(first_row(app))
            server.stop()
            with StandIn(scenario="server", search_limit="off", port=server.port):
                app.keys.press("ctrl+d")
                again = app.wait(tree.BUTTON, "Try Again")
            with StandIn(search_limit="off", port=server.port) as well:
                tree.act(again)
                well.wait_for(f"PUT /user/starred/{name} 204")
                app.until("the mark", lambda: is_on_github(app.selected()))
                app.keys.press("shift+F10")
                tree.act(app.wait(None, "Remove Star from GitHub"))
                well.wait_for(f"DELETE /user/starred/{name} 204")
                app.until("the favorite without the mark", lambda: not is_on_github(app.selected()))
                assert says_starred(app.selected())
    finally:
        server.stop()


def test_coming_back_one_is_still_signed_in_without_a_request(launch, server, keyring):
    with launch(server) as app:
        sign_in(app, TOKEN)
        says(app, "Kept in the Key Store")
        says(app, "Sam Stargazer")
        close_page(app)
        assert app.close() == 0
    before = len(server.log("GET /user "))
    with launch(server) as app:
        first_row(app)
        app.keys.press("ctrl+d")
        server.wait_for("PUT /user/starred/")
        assert len(server.log("GET /user ")) == before
        open_page(app)
        button(app, "Sign Out")
        says(app, "Sam Stargazer")
        says(app, "public_repo")
        says(app, "left, resets in")


def test_signing_out_takes_the_token_away(launch, server, keyring):
    with launch(server) as app:
        sign_in(app, TOKEN)
        found = keyring.tokens()
        assert f"secret = {TOKEN}" in found and found.count("secret =") == 1
        assert "attribute.account = sample-stargazer" in found
        tree.act(button(app, "Sign Out"))
        app.wait(tree.BUTTON, "Sign In")
        app.says("Signed out")
        app.until("no token", lambda: "secret =" not in keyring.tokens())
        close_page(app)
        first_row(app)
        app.keys.press("ctrl+d")
        app.wait_starred(app.selected())
        assert writes(server) == [] and not is_on_github(app.selected())
    with launch(server) as app:
        open_page(app)
        app.wait(tree.BUTTON, "Sign In")


def test_a_token_that_github_refuses_is_not_kept(launch, server, keyring):
    with launch(server) as app:
        open_page(app)
        enter(app, "bad-token")
        app.says("GitHub does not accept this token.")
        assert "secret =" not in keyring.tokens()
        app.wait("text", "Personal Access Token")


@pytest.mark.parametrize(
    ("pasted", "complaint"),
    [
        (" \n ", "Paste a token here."), ("ghp_one\nghp_two", "single line"), ("ghp_one ghp_two", "no spaces"),
        ("x" * 10_000, "at most 255"), ("schlüssel", "only plain letters"), ("a\u200bb", "only plain letters"),
    ],
    ids=["blank", "two lines", "a space", "ten thousand", "an umlaut", "nothing to see"],
)  # fmt: skip
def test_what_cannot_be_a_token_is_refused_beside_the_field(desktop, home, launch, server, keyring, pasted, complaint):
    with launch(server) as app, Clipboard(desktop, home, pasted):
        open_page(app)
        focus_field(app)
        app.keys.press("ctrl+v")
        app.until("what was pasted", lambda: len(field_text(app)) == len(pasted))
        app.keys.press("Return")
        app.says(complaint)
        assert server.log("/user") == []
        app.keys.press("ctrl+a", "BackSpace")
        app.until("no complaint", lambda: app.find(None, lambda text: complaint in text) is None)
        enter(app, TOKEN)
        button(app, "Sign Out")


def test_a_pasted_line_break_at_the_end_is_nothing(desktop, home, launch, server, keyring):
    with launch(server) as app, Clipboard(desktop, home, f"  {TOKEN}\r\n"):
        open_page(app)
        focus_field(app)
        app.keys.press("ctrl+v", "Return")
        button(app, "Sign Out")
        assert f"secret = {TOKEN}\n" in keyring.tokens()


def test_a_token_that_stops_being_good_signs_out_and_says_so(launch, keyring):
    server = StandIn(search_limit="off")
    try:
        with launch(server) as app:
            signed_in(app, TOKEN)
            server.stop()
            with StandIn(scenario="unauthorized", search_limit="off", port=server.port):
                app.search("swift")
                app.wait(None, "The Token Was Not Accepted")
                app.says("Signed out: the token was not accepted.")
            with StandIn(search_limit="off", port=server.port) as well:
                tree.act(app.wait(tree.BUTTON, "Try Again"))
                app.wait_for_rows()
                tree.act(app.wait(tree.BUTTON, "Sign In Again…"))
                assert TOKEN in keyring.tokens()
                enter(app, TOKEN)
                button(app, "Sign Out")
                close_page(app)
                app.gone(None, "Signed out: the token was not accepted.")
                assert well.log("GET /user 200")
    finally:
        server.stop()


def test_stars_in_line_are_sent_although_the_window_closed(launch, server, keyring):
    with launch(server) as app:
        signed_in(app, TOKEN)
        app.search_for_rows("swift")
        app.select_first()
        for _ in range(3):
            app.keys.press("ctrl+d", "Down")
        app.keys.press("ctrl+w")
        assert app.ended() == 0
    assert len(writes(server)) == 3


def test_sample_data_has_no_account(desktop, home):
    with Stargazer(desktop, home, "--demo") as app:
        open_page(app)
        app.wait("page tab", "Search")
        assert app.find("page tab", "Account") is None


# The key store that is not as it should be


def test_without_a_key_store_it_is_for_this_session_only(launch, server, home):
    with launch(server) as app:
        sign_in(app, TOKEN)
        says(app, "For This Session Only")
        says(app, "No key store is running.")
        close_page(app)
        first_row(app)
        app.keys.press("ctrl+d")
        server.wait_for("PUT /user/starred/")
    with launch(server) as app:
        open_page(app)
        app.wait(tree.BUTTON, "Sign In")


def test_a_locked_key_store_is_said_and_what_needs_no_account_works(launch, server, keyring):
    with launch(server) as app:
        sign_in(app, TOKEN)
    keyring.stop()
    keyring.start(unlocked=False)
    with launch(server) as app:
        app.says("Your token is in a key store that is locked.")
        first_row(app)
        app.keys.press("ctrl+d")
        app.wait_starred(app.selected())
        assert writes(server) == []
        open_page(app)
        says(app, "The Key Store Is Locked")
        # There is nobody here who could be asked: that is as if they had declined.
        tree.act(button(app, "Unlock…"))
        says(app, "The Key Store Is Locked")


def test_a_hung_key_store_delays_nothing_and_is_explained(launch, server, keyring):
    def start():
        begun = time.monotonic()
        app = launch(server)
        return app, begun

    keyring.hang()
    try:
        app, begun = start()
        with app:
            open_page(app)
            says(app, "The Key Store Could Not Be Asked")
            explained = time.monotonic() - begun
            says(app, "The key store does not answer.")
            close_page(app)
            app.search_for_rows("swift")
            print(f"hung key store: explained {explained:.1f} s after the start")
            sign_in(app, TOKEN)
            says(app, "For This Session Only")
    finally:
        keyring.wake()
