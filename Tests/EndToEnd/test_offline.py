"""What was seen before, without a network: the same person comes back, and the server is gone."""

import sqlite3

from screens import title
from settings import KEPT, Settings
from waiting import PATIENCE, eventually

AGE = "This is how it was"


def kept(home, searches):
    """How many answers are on disk, of searches or of other questions."""
    path = home / "cache/stargazer/answers.sqlite"
    if not path.exists():
        return 0
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=PATIENCE) as library:
            asked = "SELECT count(*) FROM answer WHERE is_search = ?"
            return library.execute(asked, [searches]).fetchone()[0]
    except sqlite3.OperationalError:
        # It is being made.
        return 0


def wait_kept(home):
    eventually("the search and the details on disk", lambda: kept(home, True) and kept(home, False))


def test_what_was_seen_before_opens_without_a_network(launch, server, home):
    with launch(server) as app:
        app.search_for_rows("swift")
        name = title(app.select_first())
        app.open_selected()
        app.says("Watchers")
        wait_kept(home)
        assert app.close() == 0
    server.stop()
    with launch(server) as app:
        app.search_for_rows("swift")
        app.says("You Are Offline")
        app.says(AGE)
        app.select_first()
        app.expect("the selected row", lambda: title(app.selected()), name)
        details = app.open_selected()
        app.wait(None, lambda text: AGE in text, within=details)
        app.wait(None, lambda text: "Watchers" in text, within=details)
        # What was never asked for is not there.
        app.search("never-asked-for")
        app.says("Favorites still work.")


def test_an_unchanged_answer_is_not_sent_again(launch, server, home):
    for status in (" 200", " 304"):
        before = len(server.log("GET /repos/"))
        with launch(server) as app:
            app.search_for_rows("swift")
            app.select_first()
            app.open_selected()
            app.says("Watchers")
            # What is on disk shows before the server has been asked.
            answers = server.wait_for("GET /repos/", before + 1)[before:]
            assert [line for line in answers if not line.endswith(status)] == []
            wait_kept(home)
            assert app.close() == 0


def test_without_a_history_no_page_of_a_search_is_kept(launch, server, home, desktop):
    Settings(desktop, home).write(keep_history="false")
    with launch(server, **KEPT) as app:
        app.search_for_rows("swift")
        app.select_first()
        app.open_selected()
        app.says("Watchers")
        eventually("the details on disk", lambda: kept(home, False))
        assert kept(home, True) == 0
