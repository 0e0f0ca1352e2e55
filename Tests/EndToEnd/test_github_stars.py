"""Stars that are sent to GitHub, or that are refused with a reason."""

import pytest

import tree
from account import close_undo, expect_marks, kept_here_only, marks, signed_in, star_writes
from scripted import Scripted, repository
from screens import title
from settings import KEPT
from standin import StandIn

TOKEN = "ghp_0123456789abcdef"


def first_row(app):
    app.search_for_rows("swift")
    return app.select_first()


def test_a_star_reaches_github_and_is_taken_back(launch, server, keyring):
    with launch(server) as app:
        signed_in(app, TOKEN)
        name = title(first_row(app))
        app.keys.press("ctrl+d")
        server.wait_for(f"PUT /user/starred/{name} 204")
        expect_marks(app, favorite=True, on_github=True)
        app.open_selected()
        app.wait("label", "Starred")
        app.keys.press("ctrl+d")
        close_undo(app)
        server.wait_for(f"DELETE /user/starred/{name} 204")
        expect_marks(app, favorite=False, on_github=False)
        assert star_writes(server) == [f"PUT /user/starred/{name} 204", f"DELETE /user/starred/{name} 204"]


REFUSALS = [
    ("unauthorized", "the token was not accepted", "Sign In Again…"),
    ("forbidden", "the token needs the account permission “Starring” with read and write access", "Open Preferences"),
]


@pytest.mark.parametrize(("scenario", "reason", "action"), REFUSALS, ids=[row[0] for row in REFUSALS])
def test_a_refusal_puts_the_mark_back_and_says_why(launch, server, keyring, settings, scenario, reason, action):
    # The download of the README might be the first to learn that the token is not accepted.
    settings.set("download-documents", "false")
    with launch(server, **KEPT) as app:
        signed_in(app, TOKEN)
        name = title(first_row(app))
        # Nor may the details.
        for address in ("user/starred/{}", "repos/{} ", "repos/{}/readme", "repos/{}/releases", "repos/{}/languages"):
            server.wait_for(f"GET /{address.format(name)}")
        server.stop()
        with StandIn(scenario=scenario, search_limit="off", port=server.port) as moody:
            app.keys.press("ctrl+d")
            app.wait(None, lambda text: text.startswith("Added to Favorites. ") and reason in text)
            app.wait(tree.BUTTON, action)
            app.until("a star asked for", lambda: star_writes(moody))
            # Without a token that is accepted, the row says nothing of GitHub.
            app.until("a favorite without a star", lambda: kept_here_only(app.selected()) or marks(app.selected()) == (
                True, False))
            app.favorites_are([name])


LAW = b'{"message":"Repository access blocked","block":{"reason":"dmca","html_url":"https://github.localhost/dmca"}}'


def test_a_refusal_by_law_names_its_reason(launch, keyring):
    with Scripted() as server:
        server.repositories = [repository(1, "owner/name", server.url)]
        server.write = (451, {}, LAW)
        with launch(server) as app:
            signed_in(app, TOKEN)
            first_row(app)
            app.keys.press("ctrl+d")
            app.wait_for_text("Added to Favorites. GitHub rejected the change: access is blocked (dmca)")
            expect_marks(app, favorite=True, on_github=False)


def test_trying_again_and_the_menu_send_what_was_refused(launch, server, keyring):
    with launch(server) as app:
        signed_in(app, TOKEN)
        name = title(first_row(app))
        server.stop()
        with StandIn(scenario="server", search_limit="off", port=server.port):
            app.keys.press("ctrl+d")
            app.wait(tree.BUTTON, "Try Again")
        with StandIn(search_limit="off", port=server.port) as well:
            app.press(tree.BUTTON, "Try Again", until=lambda: well.log(f"PUT /user/starred/{name} 204"))
            expect_marks(app, favorite=True, on_github=True)
            app.keys.press("shift+F10")
            app.press(None, "Unstar on GitHub", until=lambda: well.log(f"DELETE /user/starred/{name} 204"))
            expect_marks(app, favorite=True, on_github=False)


def test_stars_in_line_are_sent_although_the_window_closed(launch, server, keyring):
    with launch(server) as app:
        signed_in(app, TOKEN)
        first_row(app)
        # The second star is sent a second after the first, within the five seconds that closing waits for the server.
        for _ in range(2):
            app.keys.press("ctrl+d", "Down")
        app.keys.press("ctrl+w")
        assert app.ended() == 0
    server.wait_for("PUT", count=2)
    assert len(star_writes(server)) == 2


def test_a_star_that_did_not_reach_github_is_sent_after_a_kill(launch, server, keyring):
    with launch(server) as app:
        signed_in(app, TOKEN)
        name = title(first_row(app))
        server.stop()
        app.keys.press("ctrl+d")
        app.wait(None, lambda text: text.endswith("The change will be sent later."))
        app.expect("a star that waits", lambda: "waiting for GitHub, starred" in app.selected().name, True)
        says = "Waiting to be starred on GitHub"
        app.expect("what the star says", lambda: tree.description(app.star(app.selected())), says)
        button = app.wait(tree.BUTTON, "Star", within=app.details())
        app.expect("what the button says", lambda: tree.description(button), says)
        app.wait("label", "Waiting for GitHub", within=app.details())
        app.wait("label", lambda text: "Waiting for GitHub" in text, within=app.selected(), rows=True)
        app.kill()
    with StandIn(search_limit="off", port=server.port) as well, launch(well) as app:
        well.wait_for(f"PUT /user/starred/{name} 204")
        app.favorites_are([name])
        assert star_writes(well) == [f"PUT /user/starred/{name} 204"]


def test_a_change_that_waits_is_listed_and_canceled(launch, server, keyring):
    with launch(server) as app:
        signed_in(app, TOKEN)
        name = title(first_row(app))
        server.stop()
        app.keys.press("ctrl+d")
        app.wait(None, lambda text: text.endswith("The change will be sent later."))
        app.press(tree.BUTTON, "Account", until=lambda: app.find("menu item", "1 Change Waiting"))
        app.press("menu item", "1 Change Waiting", until=lambda: app.find("menu item", f"Cancel Starring {name}"))
        app.press("menu item", f"Cancel Starring {name}", until=lambda: app.find("menu item", "Your Profile") is None)
        app.press(tree.BUTTON, "Account", until=lambda: app.find("menu item", "Your Profile"))
        # The request may have arrived, so it is undone there, too.
        app.press("menu item", "1 Change Waiting", until=lambda: app.find("menu item", f"Cancel Unstarring {name}"))
        app.keys.press("Escape")
        app.expect("still a favorite", lambda: tree.pressed(app.star(app.selected())), True)
