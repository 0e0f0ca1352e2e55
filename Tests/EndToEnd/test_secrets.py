"""The token is only in the keyring, whatever happens."""

import contextlib
import os
import resource
import signal

import pytest

import tree
from account import (
    LOUD, answered, button, close_page, close_undo, enter, expect_marks, field_text, open_page, wait_for_text, sign_in,
    signed_in,
)  # fmt: skip
from scripted import Scripted, repository
from standin import StandIn

TOKEN = "ghp_NeverToBeSeen0123456789"


def places_with(text, folders):
    """Returns the files in the folders that contain the text."""
    found = []
    for folder in folders:
        for path in folder.rglob("*"):
            # The running program may delete a file meanwhile.
            with contextlib.suppress(FileNotFoundError):
                if path.is_file() and not path.is_symlink() and text.encode() in path.read_bytes():
                    found.append(path)
    return found


def everything_shown(app):
    """Returns all names and texts of the accessibility tree."""
    return "\n".join(f"{node.name} {tree.text(node)}" for node in tree.walk(app.root, rows=True))


def test_after_a_whole_session_the_token_is_in_the_key_store_alone(launch, home, keyring):
    server = StandIn(search_limit="off")
    with launch(server, **LOUD) as app:
        open_page(app)
        enter(app, "bad-" + TOKEN)
        app.wait_for_text("GitHub did not accept this token.")
        assert TOKEN not in everything_shown(app), "the field gives it to the accessibility bus"
        enter(app, TOKEN)
        button(app, "Sign Out")
        wait_for_text(app, "left, resets in")
        close_page(app)
        app.search_for_rows("swift")
        app.select_first()
        app.keys.press("ctrl+d")
        answered(app, "PUT")
        app.open_selected()
        server.stop()
        with StandIn(scenario="forbidden", search_limit="off", port=server.port):
            app.keys.press("ctrl+d")
            close_undo(app)
            app.wait_for_text("“Starring” with read and write access")
        with StandIn(scenario="unauthorized", search_limit="off", port=server.port):
            app.search("swift ui")
            app.wait(None, "The Token Was Not Accepted")
        process = f"/proc/{app.process.pid}"
        for name in ("cmdline", "environ"):
            with open(f"{process}/{name}", "rb") as file:
                assert TOKEN.encode() not in file.read(), name
        assert TOKEN not in everything_shown(app)
        assert places_with(TOKEN, [home]) == []
        assert app.close() == 0
    assert "PUT" in app.errors(), "the log is not as talkative as it can be"
    assert TOKEN not in app.errors()
    assert places_with(TOKEN, [home]) == [] and places_with(TOKEN, [keyring.folder]) == []
    assert f"secret = {TOKEN}" in keyring.tokens()


def test_a_crash_leaves_no_token_behind(launch, server, keyring):
    limits = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (limits[1], limits[1]))
    try:
        with launch(server, **LOUD) as app:
            assert resource.prlimit(app.process.pid, resource.RLIMIT_CORE) == (0, 0), "a core dump has the token"
            sign_in(app, TOKEN)

            def is_over():
                """Sends SIGABRT until the program ends: Swift's crash reporter handles the first signal."""
                if app.alive():
                    os.kill(app.process.pid, signal.SIGABRT)
                return not app.alive()

            app.until("the end of the program", is_over)
            assert app.process.returncode == -signal.SIGABRT
            assert TOKEN not in app.errors()
    finally:
        resource.setrlimit(resource.RLIMIT_CORE, limits)


def writes(server):
    return [line.split()[0] for line in server.log() if line.startswith(("PUT", "DELETE"))]


def starts(app, text):
    return app.find(None, lambda name: name.startswith(text))


@pytest.mark.parametrize(("place", "status"), [("another port", 307), ("another name", 302)])
def test_a_star_that_is_sent_elsewhere_takes_no_token_along(launch, keyring, place, status):
    with Scripted() as elsewhere, Scripted() as server:
        server.repositories = [repository(1, "owner/name", server.url)]
        target = elsewhere.url if place == "another port" else server.url.replace("127.0.0.1", "localhost")
        away = (status, {"Location": f"{target}/user/starred/owner/name"}, b"{}")

        def press(app, said):
            server.write = away
            app.keys.press("ctrl+d")
            if said.startswith("Removed"):
                close_undo(app)
            app.until("an end of the star", lambda: elsewhere.log() or starts(app, said))
            assert elsewhere.tokens == [] and elsewhere.log() == []

        with launch(server) as app:
            signed_in(app, TOKEN)
            app.search_for_rows("name")
            row = app.select_first()
            press(app, "Added to Favorites. ")
            # The next message would wait for a minute behind this one.
            app.press_node(
                "Close", lambda: app.toast_button("Close"), until=lambda: not starts(app, "Added to Favorites. "))
            app.keys.press("ctrl+d")
            app.wait_starred(row, starred=False)
            # Only a star that is shown can be removed.
            server.write = (204, {}, b"")
            app.keys.press("ctrl+d")
            expect_marks(app, favorite=True, on_github=True)
            # The mark shows the pending state: before the request is sent, the next press would only revert it.
            app.until("the star sent", lambda: writes(server) == ["PUT", "PUT"])
            press(app, "Removed from Favorites. ")
        assert f"Bearer {TOKEN}" in server.tokens
        # The request is not sent to another name of the same machine either.
        assert writes(server) == ["PUT", "PUT", "DELETE"]


def test_a_rejected_token_is_sent_once_and_the_search_goes_on(launch, keyring):
    server = StandIn(search_limit="off")
    with launch(server) as app:
        signed_in(app, TOKEN)
        server.stop()
        with Scripted(port=server.port) as other:
            other.rejects_tokens = True
            other.repositories = [repository(1, "owner/name", other.url)]
            app.search_for_rows("swift")
            app.wait_for_text("Signed out: the token was not accepted.")
            app.search("other")
            app.until("another search", lambda: [line for line in other.log() if "q=other" in line])
            assert other.tokens == [f"Bearer {TOKEN}"]


def test_what_is_typed_is_gone_with_the_page(launch, server, keyring):
    with launch(server) as app:
        open_page(app)
        enter(app, "bad-" + TOKEN)
        app.wait_for_text("GitHub did not accept this token.")
        close_page(app)
        open_page(app)
        app.expect("the field", lambda: field_text(app), "")
