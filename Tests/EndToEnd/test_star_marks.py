"""Stars that reach GitHub, or come back with a reason."""

import pytest

import tree
from account import LOUD, answered, expect_marks, signed_in, star_writes
from scripted import Scripted, repository
from screens import says_starred, title
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
        app.wait("label", "Starred on GitHub")
        app.keys.press("ctrl+d")
        server.wait_for(f"DELETE /user/starred/{name} 204")
        expect_marks(app, favorite=False, on_github=False)
        assert star_writes(server) == [f"PUT /user/starred/{name} 204", f"DELETE /user/starred/{name} 204"]


def test_undo_brings_the_star_on_github_back(launch, server, keyring):
    with launch(server) as app:
        signed_in(app, TOKEN)
        name = title(first_row(app))
        app.keys.press("ctrl+d")
        server.wait_for("PUT")
        expect_marks(app, favorite=True, on_github=True)
        app.keys.press("ctrl+d")
        server.wait_for("DELETE")
        expect_marks(app, favorite=False, on_github=False)
        app.press(tree.BUTTON, "Undo", until=lambda: says_starred(app.selected()))
        server.wait_for(f"PUT /user/starred/{name}", count=2)
        expect_marks(app, favorite=True, on_github=True)


REFUSALS = [
    ("unauthorized", "the token was not accepted", "Sign In Again…"),
    ("forbidden", "the token needs the account permission “Starring” to read and write", "Open Preferences"),
    ("gone", "the token may not star this", "Open Preferences"),
    ("server", "GitHub has a problem (502)", "Try Again"),
    ("blocked", "access is blocked", None),
    ("secondary", "too many requests until", "Try Again"),
    ("offline", "you are offline", "Try Again"),
]


@pytest.mark.parametrize(("scenario", "reason", "action"), REFUSALS, ids=[row[0] for row in REFUSALS])
def test_a_refusal_puts_the_mark_back_and_says_why(launch, server, keyring, scenario, reason, action):
    with launch(server) as app:
        signed_in(app, TOKEN)
        name = title(first_row(app))
        server.stop()
        with StandIn(scenario=scenario, search_limit="off", port=server.port) as moody:
            app.keys.press("ctrl+d")
            app.wait(None, lambda text: text.startswith("Kept in Favorites. ") and reason in text)
            if action:
                app.wait(tree.BUTTON, action)
            app.until("a star asked for", lambda: star_writes(moody))
            expect_marks(app, favorite=True, on_github=False)
            app.favorites_are([name])


LAW = b'{"message":"Repository access blocked","block":{"reason":"dmca","html_url":"https://github.localhost/dmca"}}'


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [(451, LAW, "GitHub refused: access is blocked (dmca)"), (500, b"{}", "GitHub has a problem (500)")],
)
def test_a_refusal_by_its_number(launch, keyring, status, body, reason):
    with Scripted() as server:
        server.repositories = [repository(1, "owner/name", server.url)]
        server.write = (status, {}, body)
        with launch(server) as app:
            signed_in(app, TOKEN)
            first_row(app)
            app.keys.press("ctrl+d")
            app.says(f"Kept in Favorites. {reason}")
            expect_marks(app, favorite=True, on_github=False)


def test_a_refused_removal_leaves_the_mark_and_removes_the_favorite(launch, server, keyring):
    with launch(server, **LOUD) as app:
        signed_in(app, TOKEN)
        first_row(app)
        app.keys.press("ctrl+d")
        expect_marks(app, favorite=True, on_github=True)
        answered(app, "PUT")
        server.stop()
        with StandIn(scenario="server", search_limit="off", port=server.port):
            app.keys.press("ctrl+d")
            app.says("Removed from Favorites. GitHub has a problem (502).")
            expect_marks(app, favorite=False, on_github=True)


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
            app.press(None, "Remove Star from GitHub", until=lambda: well.log(f"DELETE /user/starred/{name} 204"))
            expect_marks(app, favorite=True, on_github=False)


def test_stars_in_line_are_sent_although_the_window_closed(launch, server, keyring):
    with launch(server) as app:
        signed_in(app, TOKEN)
        first_row(app)
        # The second goes a second after the first, of the five that there are.
        for _ in range(2):
            app.keys.press("ctrl+d", "Down")
        app.keys.press("ctrl+w")
        assert app.ended() == 0
    server.wait_for("PUT", count=2)
    assert len(star_writes(server)) == 2
