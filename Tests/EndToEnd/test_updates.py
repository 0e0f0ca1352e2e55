"""Updates: what the star list that is kept in step tells, seen in the window, and acted on."""

import re
import sqlite3
from contextlib import contextmanager

import pytest

import account
import tree
from standin import StandIn
from test_bring_stars import bring_own, kept, look_up
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


def brought(launch, server, home, stars=300):
    with launch(server) as app:
        app.choose("Bring Your Stars…")
        look_up(app, f"stars-{stars}", f"Bring {stars:,} Stars")
        app.keys.press("Return")
        eventually("all of them on disk", lambda: kept(home) == (stars, 0))
        app.wait_for_text(f"{stars:,} stars were added")
    make_due(home)


def headings(app):
    return [row.name for row in app.children_of("Favorites") if row.name in KINDS]


def shows_kinds(app):
    """Returns whether the headings are those of the kinds, or the first of them with GTK 4.18."""
    found = headings(app)
    return bool(found) and found == KINDS[: len(found)]


def requests(server):
    """Returns the log lines about the star list and what it lacks."""
    return [line for line in server.log() if re.search(r"stars-3000|/user/300003000|/repositories/\d+ ", line)]


def refresh(app, server):
    """Presses F5 until an update begins: one that is ending takes no notice."""
    before = len(requests(server))

    def begins():
        app.keys.press("F5")
        return len(requests(server)) > before

    app.until("requests", begins)


def new_updates(app, number):
    return app.find(tree.ROW, f"Updates, {number}" if number else "Updates", rows=True)


def rows(app):
    return len(app.titles("Favorites"))


def narrow(app, text, number):
    """Narrows the updates to some, whose rows are on the screen then."""
    app.keys.press("ctrl+f", "ctrl+a")
    app.keys.type(text)
    app.expect(f"the rows for {text}", lambda: rows(app), number)


def press_in_row(app, button, until):
    """Presses a button of the first row."""

    def found():
        row = app.first("Favorites")
        return row and app.find(tree.BUTTON, button, within=row, rows=True)

    app.press_node(button, found, until)


def open_first(app, name):
    """Opens the first row, which has no button for that."""
    app.gone(tree.BUTTON, "Show", rows=True)
    app.keys.press("Down", "Return")
    app.wait("heading", name)


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
        app.wait_for_text("20 new updates")
        yield app


def test_each_change_shows_under_its_kind_and_is_seen(launch, home, later):
    with updated(launch, later) as app:
        app.until("the kinds", lambda: shows_kinds(app))
        assert kept(home) == (312, 0), "nothing is removed"
        app.press(tree.BUTTON, MARK, until=lambda: app.find(tree.BUTTON, MARK) is None)
        app.until("no number", lambda: new_updates(app, 0))
        app.press(tree.BUTTON, "Undo", until=lambda: new_updates(app, 20))
        app.press(tree.BUTTON, MARK, until=lambda: new_updates(app, 0))
        narrow(app, "is:renamed", 3)


def test_a_later_day_shows_exactly_what_changed_and_is_acted_on(launch, home):
    with StandIn(search_limit="off") as server:
        brought(launch, server, home, 3_000)
        port = server.port
    with StandIn(search_limit="off", scenario="later", port=port) as server, launch(server) as app:
        app.choose_source("Updates")
        app.wait_for_text("No Updates")
        refresh(app, server)
        app.until("what one reading tells", lambda: new_updates(app, 20))
        eventually("all requests", lambda: len(requests(server)) >= 42)
        # Two pages of new stars, the user, the number of stars, their pages, and what is missing.
        assert len(requests(server)) == 2 + 2 + 31 + 7
        make_due(home)
        refresh(app, server)
        app.until("what the second one tells", lambda: new_updates(app, 25))
        # One page without new stars, and again those that may be no longer starred.
        assert len(requests(server)) == 42 + 1 + 2 + 31 + 5
        # One of the new stars is archived, too.
        for text, number in {"is:archived": 4, "is:renamed": 3, "is:gone": 2, "is:unstarred": 5}.items():
            narrow(app, text, number)
        assert kept(home) == (3_012, 0), "nothing is removed, and twelve are new"
        for number, text in enumerate(["is:gone", "is:gone", "is:unstarred"]):
            narrow(app, text, [2, 1, 5][number])
            press_in_row(app, "Remove", lambda: new_updates(app, 24 - number))
        app.press(tree.BUTTON, "Undo", until=lambda: new_updates(app, 23))
        eventually("two favorites less", lambda: kept(home) == (3_010, 0))
        narrow(app, "is:renamed", 3)
        name = app.titles("Favorites")[0].partition("/")[2]
        open_first(app, name)
        assert not any(line.startswith(("PUT", "DELETE")) for line in server.log()), "nothing is sent"


def test_signed_in_a_star_is_set_again(launch, home, keyring):
    with StandIn(search_limit="off") as server, launch(server) as app:
        account.signed_in(app, "ghp-e2e-stars-300")
        bring_own(app, 300)
        eventually("all of them on disk", lambda: kept(home) == (300, 300), explain=app.dump)
        app.wait_for_text("300 stars were added")
        port = server.port
    make_due(home)
    with StandIn(search_limit="off", scenario="later", port=port) as server, launch(server) as app:
        app.wait(tree.BUTTON, "Account")
        app.choose_source("Updates")
        app.keys.press("F5")
        app.until("the number of updates", lambda: new_updates(app, 25))
        narrow(app, "is:unstarred", 5)
        press_in_row(app, "Star Again", lambda: new_updates(app, 24))
        server.wait_for("PUT /user/starred/")
        assert len(account.star_writes(server)) == 1


def test_rows_are_acted_on(launch, later):
    with updated(launch, later) as app:
        app.keys.press("ctrl+f")
        app.keys.type("swift-log")
        app.expect("the one that is not available", lambda: app.titles("Favorites"), ["apple/swift-log"])
        press_in_row(app, "Remove", until=lambda: rows(app) == 0)
        app.press(tree.BUTTON, "Undo", until=lambda: rows(app) == 1)
        narrow(app, "is:renamed", 3)
        name = app.titles("Favorites")[0].partition("/")[2]
        open_first(app, name)


def test_keys_and_the_command_line_lead_to_updates(launch, later):
    with updated(launch, later) as app:
        app.choose_source("All Favorites")
        app.expect("no kinds", lambda: headings(app), [])
        go_to(app, "upd", "Updates")
        app.wait_for_text("20 new updates")
        app.choose_source("All Favorites")
    with launch(later, "--updates") as app:
        app.wait_for_text("20 new updates")


@pytest.mark.parametrize(
    "scenario, said",
    [
        ("partial-list", "GitHub did not return all stars."),
        ("empty-list", "GitHub returned an empty list."),
        ("taken-name", "Another account has this username now."),
        ("broken-list", None),
    ])
def test_a_list_that_lacks_something_is_said_and_offers_nothing(launch, home, scenario, said):
    with StandIn(search_limit="off") as server:
        brought(launch, server, home)
        port = server.port
    with StandIn(search_limit="off", scenario=scenario, port=port) as server, launch(server) as app:
        app.choose_source("Updates")
        app.wait_for_text("No Updates")
        app.keys.press("F5")
        if said:
            app.wait_for_text(said)
        eventually("the list was compared", lambda: compared(home) or scenario == "taken-name")
        assert kept(home) == (300, 0), "nothing is removed"
        app.gone(tree.BUTTON, "Remove", rows=True)
        app.wait_for_text("No Updates")


def compared(home):
    """Returns whether the complete list was read again."""
    path = home / "data" / "stargazer" / "library.sqlite"
    with sqlite3.connect(path, timeout=PATIENCE) as library:
        [(completed, is_reading)] = library.execute("SELECT completed_at, is_reading FROM star_list WHERE is_kept")
    return not is_reading and not completed.startswith("2020")


def test_the_commands_that_bring_favorites_are_a_few_letters_away(app):
    app.keys.press("ctrl+k")
    app.keys.type("bring")
    app.wait(tree.ROW, "Bring Your Stars…", rows=True)
    app.keys.press("Return")
    app.wait("text", "Username")
    app.keys.press("Escape")
    app.keys.press("ctrl+k")
    app.keys.type("from f")
    app.wait(tree.ROW, "Import from File…", rows=True)
