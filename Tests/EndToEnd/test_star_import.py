"""The import of the account's stars: all of them, in any number of parts, with visible progress."""

import re
import sqlite3

import pytest

import account
import tree
from screens import title
from standin import StandIn
from test_bring_stars import bring_own, look_up_own, wait_for_dialog
from waiting import PATIENCE, eventually

STARS = 2_000
BUSY = re.compile(r"busy=([0-9.e-]+) seconds passed=([0-9.e-]+) seconds")


@pytest.fixture
def slow_server():
    """GitHub's stand-in, so slow that the import can be stopped between two pages."""
    with StandIn(search_limit="off", latency=500) as server:
        yield server


def sign_in(app, token):
    account.sign_in(app, token)
    account.close_page(app)


def kept(home):
    """Returns the number of favorites on disk, and how many of them are known to be starred."""
    path = home / "data" / "stargazer" / "library.sqlite"
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=PATIENCE) as library:
        return library.execute(
            "SELECT count(*), coalesce(sum(starred_on_server), 0) FROM item WHERE is_favorite").fetchone()


def expect_favorites(app, titles):
    app.expect("the favorites", lambda: app.titles("Favorites"), titles)


def longest_work(text):
    """Returns the longest main thread block in milliseconds: in processor time, and in wall time."""
    told = [(float(busy), float(passed)) for busy, passed in BUSY.findall(text)]
    return tuple(round(1_000 * value, 1) for value in max(told, default=(0, 0)))


def test_two_thousand_stars_come_in_six_pieces(launch, slow_server, home, keyring, record_property):
    server = slow_server
    with launch(server, STARGAZER_LOG="trace") as app:
        sign_in(app, f"ghp-e2e-stars-{STARS}")
        app.show_favorites()
        before = len(app.errors())
        for pages in (1, 2, 1, 3, 1):
            look_up_own(app, STARS)
            asked = len(server.log("GET /user/starred"))
            app.keys.press("Return")
            server.wait_for("GET /user/starred", asked + pages)
            with server.suspended():
                app.press(tree.BUTTON, "Cancel", until=lambda: app.find(tree.BUTTON, "Cancel") is None)
                app.wait_for_text("Canceled.")
        came = kept(home)
        assert 0 < came[0] < STARS and came[0] == came[1]
        bring_own(app, STARS)
        eventually("all of them on disk", lambda: kept(home) == (STARS, STARS), explain=app.dump)
        app.expect("the count", lambda: app.count("Favorites"), "2,000 favorites")
        # The import has ended.
        app.gone(tree.BUTTON, "Cancel")
        assert kept(home) == (STARS, STARS)
        busy, passed = longest_work(app.errors()[before:])
        assert busy, "the log says nothing of the main thread"
        record_property("2,000 stars", f"the main thread worked {busy} ms at most ({passed} ms by the clock)")


def test_favorites_that_are_not_starred_on_github_are_a_source(launch, server, home, keyring):
    part = "Only Here"
    with launch(server) as app:
        app.search_for_rows("swift")
        row = app.select_first()
        app.keys.press("ctrl+d")
        app.wait_starred(row)
        mine = title(row)
        app.favorites_are([mine])
        assert app.source_row(part) is None
        sign_in(app, "ghp-e2e-stars-5")
        bring_own(app, 5)
        app.wait_for_text("added")
        # The existing favorite may be one of the five.
        shown = app.favorites(kept(home)[0])
        assert len(shown) in (5, 6) and mine in shown
        starred = [name for name in shown if len(shown) == 5 or name != mine]
        app.keys.press("ctrl+f")
        app.keys.type("is:starred")
        expect_favorites(app, starred)
        app.keys.press("Escape")
        if len(shown) == 6:
            app.choose_source(part)
            expect_favorites(app, [mine])
            app.expect("the count", lambda: app.count("Favorites"), "1 repository")
            app.press_star(lambda: app.first("Favorites"), until=lambda: not app.rows("Favorites"))
            app.wait_for_text("All your favorites are starred on GitHub.")
            app.until("a focus somewhere", app.focused)
        app.until("no such source", lambda: app.source_row(part) is None)
        app.choose_source("All Favorites")
        expect_favorites(app, starred)


def test_the_account_page_offers_the_stars_after_signing_in(launch, server, home, keyring):
    with launch(server) as app:
        account.sign_in(app, "ghp-e2e-stars-5")
        account.press(app, "Bring Stars…", until=lambda: app.find("frame", "Preferences") is None)
        wait_for_dialog(app)
        app.keys.press("Return")
        app.wait(tree.BUTTON, "Bring 5 Stars")
        app.keys.press("Return")
        eventually("all of them on disk", lambda: kept(home) == (5, 5))


def test_without_a_network_it_waits_and_can_be_canceled(launch, server, home, keyring):
    with launch(server) as app:
        sign_in(app, "ghp-e2e-stars-50")
        look_up_own(app, 50)
        server.stop()
        app.keys.press("Return")
        app.wait_for_text("0 of 50 stars · continues when online")
        app.press(tree.BUTTON, "Cancel", until=lambda: app.find(tree.BUTTON, "Cancel") is None)
        app.wait_for_text("Canceled. No stars were added.")
        app.until("a focus somewhere", app.focused)
