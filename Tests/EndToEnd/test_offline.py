"""Cached content without a network: the user returns, and the server is gone."""

import sqlite3

from screens import says_unreachable, title
from settings import KEPT, Settings
from standin import StandIn
from waiting import PATIENCE, eventually

AGE = "This copy is from"


def cached_count(home, searches):
    """Returns the number of cached responses on disk, of searches or of other requests."""
    path = home / "cache/stargazer/answers.sqlite"
    if not path.exists():
        return 0
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=PATIENCE) as library:
            asked = "SELECT count(*) FROM answer WHERE is_search = ?"
            return library.execute(asked, [searches]).fetchone()[0]
    except sqlite3.OperationalError:
        # The database is being created.
        return 0


def wait_cached(home):
    eventually("the search and the details on disk", lambda: cached_count(home, True) and cached_count(home, False))


def test_what_was_seen_before_opens_without_a_network(launch, server, home):
    with launch(server) as app:
        app.search_for_rows("swift")
        name = title(app.select_first())
        app.open_selected()
        app.wait_for_text("Watchers")
        app.wait("heading", "Installation")
        wait_cached(home)
        assert app.close() == 0
    server.stop()
    with launch(server) as app:
        app.search_for_rows("swift")
        app.wait(None, says_unreachable)
        app.wait_for_text(AGE)
        app.select_first()
        app.expect("the selected row", lambda: title(app.selected()), name)
        details = app.open_selected()
        app.wait(None, lambda text: AGE in text, within=details)
        app.wait(None, lambda text: "Watchers" in text, within=details)
        app.wait("heading", "Installation", within=details)
        # A search that was never sent is not cached.
        app.search("never-asked-for")
        app.wait_for_text("Favorites and viewed pages are still available.")


def test_a_server_that_returns_is_asked_again_without_a_key(launch, server):
    with launch(server) as app:
        app.search_for_rows("swift")
        app.select_first()
        server.stop()
        app.keys.press("F5")
        app.wait(None, says_unreachable)
        with StandIn(port=server.port, search_limit="off") as returned:
            returned.wait_for("GET /search/repositories", 1)
            app.gone(None, says_unreachable)


def test_what_arrives_when_a_server_returns_is_not_selected(launch, server):
    with launch(server) as app:
        app.search_for_rows("swift")
        app.select_first()
        server.stop()
        app.ask("compiler")
        app.wait(None, says_unreachable)
        app.keys.press("Down", "Down", "Down")
        name = title(app.until("the focus in a row", app.row_in_focus))
        with StandIn(port=server.port, search_limit="off"):
            app.until("other rows", lambda: app.titles() and name not in app.titles())
            app.until("the focus in the first row", lambda: app.focus_is_in(app.rows()[0]))
            app.expect("the selected row", app.selected, None)
            # GTK 4.8 selects the next row; 4.18 first selects the one that has the focus.
            app.keys.press("Down")
            app.until("one of the first two rows", lambda: title(app.selected()) in app.titles()[:2])
            app.keys.press("Down")
            app.until("a row below the first", lambda: title(app.selected()) in app.titles()[1:3])


def test_cached_details_show_their_age_while_a_slow_server_is_loading(launch, server, home):
    with launch(server) as app:
        app.search_for_rows("swift")
        app.select_first()
        app.wait("heading", "Installation")
        wait_cached(home)
        assert app.close() == 0
    server.stop()
    with StandIn(scenario="timeout", port=server.port) as slow, launch(slow) as app:
        app.search_for_rows("swift")
        app.until("the age over the list", lambda: "as of" in app.count())
        app.select_first()
        details = app.open_selected()
        app.wait(None, lambda text: AGE in text, within=details)
        app.wait("heading", "Installation")


def test_an_unchanged_answer_is_not_sent_again(launch, server, home):
    def whole():
        return [line for line in server.log("GET /repos/") if line.endswith(" 200")]

    for number, status in enumerate((" 200", " 304")):
        with launch(server) as app:
            app.search_for_rows("swift")
            name = title(app.select_first())
            app.open_selected()
            app.wait_for_text("Watchers")
            # The cached response is shown before the server is asked.
            answers = server.wait_for(f"GET /repos/{name} ", number + 1)[number:]
            assert [line for line in answers if not line.endswith(status)] == []
            eventually("as many answers on disk", lambda: cached_count(home, False) >= len(whole()))
            assert app.close() == 0


def test_without_a_history_no_search_page_is_cached(launch, server, home, desktop):
    Settings(desktop, home).write(keep_history="false")
    with launch(server, **KEPT) as app:
        app.search_for_rows("swift")
        app.select_first()
        app.open_selected()
        app.wait_for_text("Watchers")
        eventually("the details on disk", lambda: cached_count(home, False))
        assert cached_count(home, True) == 0
