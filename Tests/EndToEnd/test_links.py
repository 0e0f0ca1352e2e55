"""Links, actions of the launcher, and activation over D-Bus: one process, one window."""

import re

import pytest

import tree
from desktop import REPOSITORY
from log import searches
from screens import Stargazer, title
from session import APP_ID, LAUNCHER, Session
from settings import KEPT
from waiting import eventually

REFUSED = ["stargazer://repo/a/../b", "stargazer://repo/caf\udcff/b"]


@pytest.fixture
def session(desktop):
    return Session(desktop)


@pytest.fixture
def alone(desktop, home):
    """The application as started by hand, without a network."""
    with Stargazer(desktop, home, **KEPT) as app:
        yield app


@pytest.fixture
def run(session, home, alone):
    def start(*arguments):
        done = session.run(home, str(alone.binary), *arguments, **KEPT)
        assert (done.returncode, done.stderr) == (0, "")

    return start


def shows(app, name):
    """Waits for the details of the repository or person with that name."""
    details = app.wait("panel", "Details")
    app.wait(None, lambda text: text == name, within=details)
    return details


def test_a_link_opens_the_details_of_what_it_names(launch, server):
    with launch(server) as app:
        app.search_for_rows("swift")
        name = title(app.select_first())
    owner, short = name.split("/")
    for link, shown, star, asked in [
        (f"stargazer://repo/{name}", short, {"Star"}, f"GET /repos/{name} 200"),
        (f"stargazer://user/{owner}", owner, {"Add to Favorites"}, f"GET /users/{owner} 200"),
    ]:
        with launch(server, link) as app:
            details = shows(app, shown)
            # It is an item like any other, so it can become a favorite.
            for is_kept in (True, False):
                app.keys.press("ctrl+d")
                app.expect("the star", lambda: app.is_pressed(tree.BUTTON, star.__contains__, within=details), is_kept)
        assert len(server.log(asked)) == 1


def test_a_pasted_address_is_opened_by_enter_and_costs_no_search(launch, server):
    with launch(server) as app:
        app.search_for_rows("swift")
        name = title(app.select_first())
        before = len(searches(server))
        app.keys.press("ctrl+f", "ctrl+a")
        app.keys.type(f"stargazer://repo/{name}")
        app.keys.press("Return")
        shows(app, name.split("/")[1])
        app.until("the item asked for", lambda: server.log(f"GET /repos/{name} 200"))
        assert len(searches(server)) == before
        # The entry says again what the list shows.
        app.expect("the entry", app.query, "swift")
        # One that leads nowhere says so until another search is typed.
        app.keys.press("ctrl+f", "ctrl+a")
        app.keys.type("stargazer://repo/no-such/thing")
        app.keys.press("Return")
        app.wait(None, "Not Found")
        app.keys.press("ctrl+f")
        app.keys.type("x")
        app.gone(None, "Not Found")


def test_what_nobody_has_is_said_where_it_would_be(launch, server):
    with launch(server, "stargazer://repo/no-such/thing") as app:
        details = app.wait("panel", "Details")
        app.wait(None, "“no-such/thing” may be misspelled, deleted or private.", within=details)
        app.keys.press("ctrl+d")
        app.favorites_are_empty()


def test_the_window_that_is_open_follows_a_link(alone, run):
    run("stargazer://repo/swiftlang/swift")
    details = alone.wait("panel", "Details")
    alone.wait(None, lambda text: text.startswith("swiftlang/swift\n"), within=details)
    alone.wait(tree.BUTTON, "Try Again", within=details)
    run("https://github.com/octo/pod")
    alone.wait(None, lambda text: text.startswith("octo/pod\n"), within=details)
    assert len(alone.windows()) == 1


@pytest.mark.parametrize("link", REFUSED)
def test_anything_else_is_refused_in_the_window(alone, run, link):
    run(link)
    alone.wait_for_text("cannot be opened. Use an address")
    alone.expect("the words in the entry", alone.query, "")
    assert len(alone.windows()) == 1


def test_words_beside_a_link_are_words(alone, run):
    run("stargazer://repo/a/b", "swift")
    alone.expect("the words in the entry", alone.query, "stargazer://repo/a/b swift")


def test_the_launchers_actions(alone, session, run):
    session.call(LAUNCHER, "ActivateAction", "(sava{sv})", "favorites", [], {})
    alone.wait(None, "No Favorites Yet")
    run("swift")
    alone.expect("the word in the entry", alone.query, "swift")
    session.call(LAUNCHER, "ActivateAction", "(sava{sv})", "new-search", [], {})
    alone.expect("the words in the entry", alone.query, "")
    alone.wait_focus_in_entry()
    session.call(LAUNCHER, "ActivateAction", "(sava{sv})", "updates", [], {})
    alone.expect("the source", alone.source, "Updates")
    run("--favorites")
    alone.wait(None, "No Favorites Yet")
    run("--new-search")
    alone.wait_focus_in_entry()
    session.call(LAUNCHER, "Open", "(asa{sv})", ["stargazer://user/octocat"], {})
    details = alone.wait("panel", "Details")
    alone.wait(None, lambda text: text.startswith("octocat\n"), within=details)


def test_every_action_of_the_launcher_is_one_of_the_application(alone, session):
    entry = (REPOSITORY / "data" / f"{APP_ID}.desktop").read_text()
    wanted = re.search("^Actions=(.*);$", entry, re.MULTILINE)[1].split(";")
    actions = session.call((LAUNCHER[0], "org.gtk.Actions"), "List")
    assert set(wanted) <= set(actions)
    assert re.findall(r"^\[Desktop Action (.*)\]$", entry, re.MULTILINE) == wanted


def test_the_bus_starts_the_window(desktop, home, session):
    app = Stargazer(desktop, home)
    session.register_service(app.binary, desktop.environment(home))
    try:
        session.call(LAUNCHER, "Activate", "(a{sv})", {})
        root = eventually("the program's tree", lambda: session.process() and tree.program(session.process()))
        eventually("one window", lambda: tree.find(root, "frame", "Stargazer"))
    finally:
        session.unregister_service()


def test_a_link_at_the_start_wins_over_what_was_shown_last(launch, server, console, favorites_file):
    console("--import", favorites_file)
    with launch(server, **KEPT) as app:
        name = app.search_for_rows("swift") and title(app.first())
        app.show_favorites()
        app.until("a selected row", lambda: app.selected("Favorites"))
        assert app.close() == 0
    with launch(server, f"stargazer://repo/{name}", **KEPT) as app:
        app.wait_for_rows("Favorites")
        shows(app, name.split("/")[1])
        app.until("the item", lambda: server.log(f"GET /repos/{name} 200"))
        app.expect("the selected row", lambda: app.selected("Favorites"), None)
