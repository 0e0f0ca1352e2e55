"""Each result of a search has its own page with a heading, a sentence and a helpful action."""

import pytest

import tree
from app import NEWER_GTK
from screens import says_unreachable
from standin import StandIn

# Scenario of the stand-in, heading, offered action (None: no action would help).
FAILURES = [
    ("offline", says_unreachable, "Try Again"),
    ("rate-limit", "Search Limit Reached", "Sign In…"),
    ("secondary", "GitHub Asked Stargazer to Slow Down", None),
    ("bad-query", "Invalid Search", "Edit Search"),
    ("unauthorized", "You Are Not Signed In", "Sign In…"),
    ("server", lambda text: text.startswith("GitHub Has a Problem (50"), "Try Again"),
    ("html", "The Response Could Not Be Read", "Try Again"),
    ("cut", "The Response Could Not Be Read", "Try Again"),
]


@pytest.mark.parametrize(("scenario", "heading", "action"), FAILURES, ids=[row[0] for row in FAILURES])
def test_a_failure_says_what_happened_and_offers_what_helps(launch, scenario, heading, action):
    with StandIn(scenario=scenario, search_limit="off") as server, launch(server) as app:
        app.search("swift")
        app.wait(None, heading)
        if action:
            app.wait(tree.BUTTON, action, within=app.wait("scroll pane", heading))
        if scenario in ("rate-limit", "secondary"):
            # Until the limit ends, another request would be refused as well.
            app.gone(tree.BUTTON, "Try Again")
        app.expect("the words in the entry", app.query, "swift")


def test_no_results_repeats_the_query_and_offers_to_search_all(app):
    app.search("zzzznothinghasthisname")
    app.wait(None, "No Repositories Found")
    app.wait_for_text("zzzznothinghasthisname")


def test_no_results_offers_to_leave_out_the_last_word(app):
    app.search("swift zzzznothinghasthisname")
    app.wait(None, "No Repositories Found")
    app.press(tree.BUTTON, "Search for swift", until=lambda: app.query() == "swift")
    app.wait_for_rows()


def test_edit_search_goes_back_to_the_entry(launch):
    with StandIn(scenario="bad-query", search_limit="off") as server, launch(server) as app:
        app.search("swift")
        # Moves the focus away from the entry, where it would be in any case.
        app.tab_to(app.wait(tree.BUTTON, "Edit Search"), app.root)
        app.press(tree.BUTTON, "Edit Search", until=lambda: app.focus_is_in(app.entry()))
        app.expect("the words in the entry", app.query, "swift")


def test_offline_offers_the_sample_catalog_and_the_favorites(launch):
    with StandIn(scenario="offline", search_limit="off") as server, launch(server) as app:
        app.search("swift")
        app.wait(tree.BUTTON, "Open Sample Data")
        app.press(tree.BUTTON, "Show Favorites", until=lambda: app.find(None, "No Favorites Yet"))


def test_a_failed_search_keeps_the_old_results_under_a_notice(launch):
    """Favorites do not show the notice."""
    with StandIn(search_limit="off") as server, launch(server) as app:
        app.search_for_rows("swift")
        server.stop()
        app.search("rust")
        app.wait(tree.BUTTON, "Try Again")
        app.until("the results of the search before", lambda: app.count() == "Results for “swift”" and app.rows())
        app.keys.press("ctrl+2")
        app.wait(None, "No Favorites Yet")
        app.gone(tree.BUTTON, "Try Again")
        app.keys.press("ctrl+1")
        app.wait(tree.BUTTON, "Try Again")


def test_an_incomplete_answer_is_said(launch):
    with StandIn(scenario="incomplete", search_limit="off") as server, launch(server) as app:
        app.search_for_rows("swift")
        app.wait_for_text("incomplete: GitHub timed out")


def test_a_slow_answer_shows_a_spinner_and_then_the_rows(app, server):
    with server.suspended():
        app.search("swift")
        if NEWER_GTK:
            # GTK reports no spinner, but its animation can be seen.
            app.until("a spinner that turns", lambda: not app.camera.still())
        else:
            app.wait(None, "Loading…")
    app.wait_for_rows()
