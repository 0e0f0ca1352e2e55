"""Updates: what the star list that is kept in step tells, seen in the window."""

import sqlite3

import tree
from standin import StandIn
from test_bring_stars import kept, look_up
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


def test_each_change_shows_under_its_kind_and_is_seen(launch, home):
    with StandIn(search_limit="off") as server:
        brought(launch, server, home)
        port = server.port
    with StandIn(search_limit="off", scenario="later", port=port) as server, launch(server) as app:
        app.choose_source("Updates")
        app.wait_for_text("No Updates")
        app.keys.press("F5")
        app.until("the number of updates", lambda: app.find(tree.ROW, "Updates, 20", rows=True))
        app.expect("the kinds", lambda: headings(app), KINDS)
        app.expect("one row for each", lambda: len(app.titles("Favorites")), 20)
        app.wait_for_text("20 new updates")
        assert kept(home) == (312, 0), "nothing is removed"
        app.press(tree.BUTTON, MARK, until=lambda: app.find(tree.BUTTON, MARK) is None)
        app.until("no number", lambda: app.find(tree.ROW, "Updates", rows=True))
        app.expect("the same rows", lambda: len(app.titles("Favorites")), 20)
        app.keys.press("ctrl+f")
        app.keys.type("is:renamed")
        app.expect("the renamed ones", lambda: len(app.titles("Favorites")), 3)
