"""Organizations that refuse the account's token: what is public shows, and the rest says what helps."""

import pytest

import tree
from account import signed_in
from settings import KEPT
from standin import StandIn

ALLOW_LIST = "tea-lab Refuses Your Token"
SIGN_ON = "tea-lab Requires Single Sign-On"


@pytest.fixture
def open_details(launch, server, settings, keyring):
    """`open_details(scenario)` signs in, and opens the details of a repository while that scenario runs."""
    # READMEs of favorites come by queries, too.
    settings.set("download-documents", "false")
    ended = []

    def start(scenario):
        server.stop()
        moody = StandIn(scenario=scenario, search_limit="off", port=server.port)
        ended.append(moody)
        moody.__enter__()
        app = launch(moody, **KEPT)
        ended.append(app)
        app.__enter__()
        signed_in(app)
        app.search_for_rows("swift")
        app.select_first()
        app.open_selected()
        return app, moody

    yield start
    for one in reversed(ended):
        one.__exit__(None, None, None)


def test_public_data_shows_with_the_reason_of_the_refusal(open_details):
    app, server = open_details("allow-list")
    app.wait("label", ALLOW_LIST)
    app.wait_for_text("The public data shown was loaded without your token.")
    app.wait_for_text("has an IP allow list enabled")
    lines = server.wait_for("GET /repos/swiftlang/swift ", count=2)
    assert [line.split()[-1] for line in lines] == ["403", "200"]


def test_single_sign_on_offers_the_page_that_authorizes_the_token(open_details):
    app, server = open_details("sign-on")
    app.wait("label", SIGN_ON)
    app.wait(tree.BUTTON, "Authorize Token", within=app.details())
    app.keys.press("ctrl+d")
    app.wait_for_text("GitHub rejected the change: tea-lab requires single sign-on for your token.")
