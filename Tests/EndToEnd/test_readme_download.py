"""The READMEs of favorites are downloaded in the background: progress, pause, and a kill in the middle."""

import collections
import sqlite3

import pytest

import account
import tree
from standin import StandIn
from test_bring_stars import bring_own
from waiting import PATIENCE, eventually

STARS = 330
BATCH = 50


@pytest.fixture
def slow_server():
    """GitHub's stand-in, so slow that the process can be killed between two requests."""
    with StandIn(search_limit="off", latency=300) as server:
        yield server


def stored(home):
    """Returns the number of checked READMEs on disk."""
    path = home / "data" / "stargazer" / "documents.sqlite"
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=PATIENCE) as documents:
            return documents.execute("SELECT count(*) FROM item WHERE version IS NOT NULL").fetchone()[0]
    except sqlite3.OperationalError:
        # The file or its tables do not exist yet.
        return 0


def requests(server):
    """Returns the requests for READMEs one by one, each with the number of times it was sent."""
    return collections.Counter(line for line in server.log("GET /repositories/") if "/readme " in line)


def line(app):
    """Returns the text at the foot of the sidebar; None while it is not visible."""
    found = app.find("label", lambda name: name.startswith(("Downloading READMEs", "READMEs:")))
    return found and tree.name(found)


def test_a_kill_repeats_no_request(launch, slow_server, home, keyring):
    server = slow_server
    with launch(server) as app:
        account.sign_in(app, f"ghp-e2e-stars-{STARS}")
        account.close_page(app)
        bring_own(app, STARS)
        app.wait(tree.BUTTON, "Pause")
        app.until("the progress", lambda: line(app) == "Downloading READMEs")
        eventually("two batches on disk", lambda: stored(home) >= 2 * BATCH, explain=app.dump)
        app.kill()
    before = stored(home)
    assert BATCH < before < STARS
    queries = len(server.log("POST /graphql"))
    with launch(server) as app:
        eventually("all of them on disk", lambda: stored(home) == STARS, explain=app.dump)
        app.gone(tree.BUTTON, "Pause")
    assert max(requests(server).values(), default=1) <= 2
    repeated = [request for request, count in requests(server).items() if count > 1]
    assert len(repeated) <= 1, "only the request during the kill is repeated"
    # Each query loads up to a batch of what is missing; those that one does not find are not in the next.
    assert len(server.log("POST /graphql")) - queries <= (STARS - before) // BATCH + 2


def test_pause_and_resume(launch, slow_server, home, keyring):
    with launch(slow_server) as app:
        account.sign_in(app, f"ghp-e2e-stars-{STARS}")
        account.close_page(app)
        bring_own(app, STARS)
        app.wait(tree.BUTTON, "Pause")
        app.press(tree.BUTTON, "Pause", until=lambda: app.find(tree.BUTTON, "Resume"))
        app.wait("label", "Paused")
        app.press(tree.BUTTON, "Resume", until=lambda: app.find(tree.BUTTON, "Pause"))
        eventually("all of them on disk", lambda: stored(home) == STARS, explain=app.dump)
        app.gone(tree.BUTTON, "Pause")
