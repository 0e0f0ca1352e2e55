"""Bringing a user's public stars without an account: from the button to the rows."""

import sqlite3

import pytest

import tree
from standin import StandIn
from test_start import press_line
from waiting import PATIENCE, eventually

BRING, USERNAME = "Bring Your Stars", "Username"
STARS = 300


@pytest.fixture
def slow_server():
    """GitHub's stand-in, so slow that bringing stars can be stopped between two pages."""
    with StandIn(search_limit="off", latency=500) as server:
        yield server


def kept(home):
    """Returns the number of favorites on disk, and how many of them are known to be starred."""
    path = home / "data" / "stargazer" / "library.sqlite"
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=PATIENCE) as library:
        return library.execute(
            "SELECT count(*), coalesce(sum(starred_on_server), 0) FROM item WHERE is_favorite").fetchone()


def wait_for_dialog(app):
    app.wait_focus_in("the name", lambda: app.find(None, USERNAME))


def look_up(app, name, button):
    """Types a name in the dialog, and waits for the button that brings the stars."""
    wait_for_dialog(app)
    app.keys.press("ctrl+a")
    app.keys.type(name)
    app.keys.press("Return")
    app.wait(tree.BUTTON, button)


def look_up_own(app, stars):
    """Chooses the account's own stars from its menu, as far as the button that brings them."""
    app.choose("Bring Your Stars…", menu="Account")
    wait_for_dialog(app)
    app.keys.press("Return")
    app.wait(tree.BUTTON, f"Bring {stars:,} Stars")


def bring_own(app, stars):
    look_up_own(app, stars)
    app.keys.press("Return")


def test_from_the_start_page_to_searchable_favorites(launch, server, home):
    with launch(server) as app:
        press_line(app, BRING, until=lambda: app.find(None, USERNAME))
        look_up(app, "stars-300", "Bring 300 Stars")
        app.wait_for_text("300 stars")
        assert kept(home) == (0, 0)
        app.keys.press("Return")
        app.expect("the source", app.source, "All Favorites")
        app.expect("the count", lambda: app.count("Favorites"), "300 favorites")
        app.wait_for_text("300 stars were added")
        assert kept(home) == (STARS, 0), "a public list does not say what an account has starred"
        pages = [line for line in server.log("starred") if "per_page=100" in line]
        assert len(pages) == 3 and len(server.log("/users/stars-300")) == 3
        app.keys.press("ctrl+f")
        app.keys.type("is:archived")
        app.until("fewer favorites", lambda: app.count("Favorites") != "300 favorites")


def test_the_sample_data_has_stars_to_bring(demo):
    press_line(demo, BRING, until=lambda: demo.find(None, USERNAME))
    wait_for_dialog(demo)
    demo.keys.press("Return")
    demo.wait(tree.BUTTON, bring_button)
    demo.keys.press("Return")
    demo.expect("the source", demo.source, "All Favorites")
    demo.until("favorites", lambda: demo.titles("Favorites"))


def bring_button(name):
    return name.startswith("Bring ") and name.endswith(" Stars")


def test_an_unknown_name_is_told_in_the_dialog(app):
    app.choose("Bring Your Stars…")
    wait_for_dialog(app)
    app.keys.type("no such user")
    app.wait_for_text("A username has only letters, digits and hyphens.")
    app.keys.press("ctrl+a")
    app.keys.type("nobody-at-all-here")
    app.keys.press("Return")
    app.wait_for_text("No account named “nobody-at-all-here”.")
    app.keys.press("Escape")
    app.gone(None, USERNAME)


def test_empty_favorites_offer_it_and_cancel_keeps_what_came(launch, slow_server, home):
    server = slow_server
    with launch(server) as app:
        app.show_favorites()
        app.press(tree.BUTTON, BRING, until=lambda: app.find(None, USERNAME))
        # Many pages, so that Cancel comes before the last one.
        look_up(app, "stars-2000", "Bring 2,000 Stars")
        app.keys.press("Return")
        eventually("the first page", lambda: kept(home)[0] >= 100)
        app.press(tree.BUTTON, "Cancel", until=lambda: app.find(tree.BUTTON, "Cancel") is None)
        app.wait_for_text("Canceled.")
        came = kept(home)[0]
        assert 100 <= came < 2_000


def test_the_next_start_goes_on(launch, slow_server, home):
    server = slow_server
    with launch(server) as app:
        app.choose("Bring Your Stars…")
        look_up(app, "stars-300", "Bring 300 Stars")
        app.keys.press("Return")
        eventually("the first page", lambda: kept(home)[0] >= 100)
    with launch(server) as app:
        eventually("the rest", lambda: kept(home) == (STARS, 0))
        app.show_favorites()
        app.expect("the count", lambda: app.count("Favorites"), "300 favorites")
