"""Updates: what the star list that is kept in step tells, seen in the window, and acted on."""

import sqlite3
from contextlib import contextmanager

import pytest

import tree
from standin import StandIn
from test_bring_stars import kept, look_up
from test_sidebar import go_to
from waiting import PATIENCE, eventually

KINDS = ["Archived", "Renamed or Moved", "Not Available", "Blocked", "New Stars"]
MARK = "Mark All as Seen"


def make_due(home):
    """Makes the list as old as if it had been read a month ago."""
    path = home / "data" / "stargazer" / "library.sqlite"
    with sqlite3.connect(path, timeout=PATIENCE) as library:
        library.execute(
            "UPDATE star_list SET completed_at = '2020-01-01 00:00:00.000', checked_at = '2020-01-01 00:00:00.000'")


def brought(launch, server, home):
    with launch(server) as app:
        app.choose("Bring Your Stars…")
        look_up(app, "stars-300", "Bring 300 Stars")
        app.keys.press("Return")
        eventually("all of them on disk", lambda: kept(home) == (300, 0))
        app.wait_for_text("300 stars were imported")
    make_due(home)


def headings(app):
    return [row.name for row in app.children_of("Favorites") if row.name in KINDS]


def new_updates(app, number):
    return app.find(tree.ROW, f"Updates, {number}" if number else "Updates", rows=True)


def rows(app):
    return len(app.titles("Favorites"))


@pytest.fixture
def later(launch, home):
    """A server on a later day than the one that the library's stars came from."""
    with StandIn(search_limit="off") as server:
        brought(launch, server, home)
        port = server.port
    with StandIn(search_limit="off", scenario="later", port=port) as server:
        yield server


@contextmanager
def updated(launch, server):
    with launch(server) as app:
        app.choose_source("Updates")
        app.wait_for_text("No Updates")
        app.keys.press("F5")
        app.until("the number of updates", lambda: new_updates(app, 20))
        app.expect("one row for each", lambda: rows(app), 20)
        yield app


def test_each_change_shows_under_its_kind_and_is_seen(launch, home, later):
    with updated(launch, later) as app:
        app.expect("the kinds", lambda: headings(app), KINDS)
        app.wait_for_text("20 new updates")
        assert kept(home) == (312, 0), "nothing is removed"
        app.press(tree.BUTTON, MARK, until=lambda: app.find(tree.BUTTON, MARK) is None)
        app.until("no number", lambda: new_updates(app, 0))
        app.press(tree.BUTTON, "Undo", until=lambda: new_updates(app, 20))
        app.press(tree.BUTTON, MARK, until=lambda: new_updates(app, 0))
        app.expect("the same rows", lambda: rows(app), 20)
        app.keys.press("ctrl+f")
        app.keys.type("is:renamed")
        app.expect("the renamed ones", lambda: rows(app), 3)


def test_keys_and_the_command_line_lead_to_updates(launch, later):
    with updated(launch, later) as app:
        app.choose_source("All Favorites")
        app.expect("no kinds", lambda: headings(app), [])
        go_to(app, "upd", "Updates")
        app.expect("the kinds", lambda: headings(app), KINDS)
        app.choose_source("All Favorites")
    with launch(later, "--updates") as app:
        app.expect("the kinds", lambda: headings(app), KINDS)
