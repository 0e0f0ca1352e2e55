"""Scrolling to the end of a search."""

import json
import urllib.request

import tree
from app import NEWER_GTK
from log import page, query, searches
from screens import title_in_name
from standin import StandIn
from waiting import PATIENCE

BROAD = "stars:>=0"
CEILING = "GitHub returns only the first 1,000 of"


def scroll_to_the_end(app, words=BROAD):
    """Presses End until the message about the limit is shown."""
    app.search_for_rows(words)
    app.select_first()

    def at_the_end():
        app.keys.press("End")
        return shows_ceiling(app)

    app.until("the ceiling sentence", at_the_end)


def shows_ceiling(app):
    return app.find(None, lambda text: text.startswith(CEILING)) is not None


def read_through(app):
    """Returns every title from the first row to the last. GTK has about 200 rows at a time, and GTK 4.18 shows those on
    the screen."""
    # Uses few steps and waits for each: keys that are not handled yet could skip rows.
    app.resize(1600, 1000)
    app.keys.press("Home")
    rows, here = app.until("the first row", lambda: (found := place(app, None)) and found[1] == found[0][0] and found)
    seen = set(rows)
    while here:
        app.keys.press("Page_Down")
        rows, here = app.until("a step on", lambda: place(app, here))
        seen.update(rows)
    return set(map(title_in_name, seen)) - {None}


def place(app, before):
    """Returns the current rows and the selected one, by name, once it differs from `before`.

    No row is selected while the message below the last row has the focus.
    """
    rows = app.children_of("Results")
    names = [row.name for row in rows]
    chosen = next((row.name for row in rows if tree.includes(row.states, tree.STATE.SELECTED)), "")
    on_its_way = not chosen and not shows_ceiling(app)
    return None if on_its_way or chosen == before else (names, chosen)


def test_scrolling_reads_pages_one_to_ten_in_order_and_says_where_it_ends(launch):
    with StandIn(scenario="drift", search_limit="off") as server, launch(server) as app:
        scroll_to_the_end(app)
        asked = searches(server, BROAD)
        assert [page(target) for target in asked] == list(range(1, 11))
        shown = app.shown()
        seen = read_through(app)
    with StandIn(scenario="drift", search_limit="off") as server:
        served = [full_name for target in asked for full_name in names(server.url + target)]
    distinct = set(served)
    assert shown == len(distinct)
    assert seen == distinct
    assert len(served) - len(distinct) >= 7, "the scenario must repeat ids across pages"


def names(address):
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        return [item["full_name"] for item in json.load(answer)["items"]]


def test_load_more_is_there_for_the_keyboard(app, server):
    app.search_for_rows(BROAD)
    app.expect("rows", app.shown, 100)
    if NEWER_GTK:
        # In newer GTK the row triggers loading before it can be reached.
        app.select_first()
        app.keys.press("End")
        app.expect("rows", app.shown, 200)
    else:
        app.press(tree.BUTTON, "Load More", rows=True, until=lambda: app.shown() == 200)
    assert [page(target) for target in searches(server, BROAD)] == [1, 2]


def test_a_second_search_starts_again_at_the_first_page_and_the_top(app, server):
    app.search_for_rows(BROAD)
    app.select_first()
    app.keys.press("End")
    app.until("more rows", lambda: app.shown() > 100)
    app.search_for_rows("swift")
    app.until("the other results", lambda: 0 < app.shown() <= 100)
    assert page(searches(server)[-1]) == 1
    app.until("the top", lambda: app.selected() in (None, app.first()))


# The sample data has exactly 2,500 matches.
TOO_MANY = "topic:editor size:<84600"
GO_ON = "Load Beyond GitHub’s Limit"


def slices(server):
    """Returns the searches of each slice, in the order they were started, without slices that were divided further."""
    found = {}
    for target in searches(server):
        if "created:" in query(target):
            found.setdefault(query(target), []).append(target)
    return [targets for targets in found.values() if len(targets) > 1]


def test_beyond_the_ceiling_it_goes_on_in_slices_when_asked(launch):
    with StandIn(search_limit="off") as server, launch(server) as app:
        scroll_to_the_end(app, TOO_MANY)
        assert not slices(server), "nothing goes on by itself"
        app.press(tree.BUTTON, GO_ON, rows=True, until=lambda: app.shown() > 1_000)
        scroll_until(app, lambda: "in 2 date ranges" in app.count())
        second = query(searches(server)[-1])
        assert "created:" in second
        # The first pages of a slice may contain only results that are already shown.
        served = {}

        def shows_some_of_it():
            for target in set(searches(server, second)) - set(served):
                served[target] = names(server.url + target)
            return set().union(*served.values()) & set(app.titles())

        scroll_until(app, shows_some_of_it)
        scroll_until(app, lambda: app.count() == "2,500 of 2,500 repositories · in 3 date ranges")
        assert len(slices(server)) == 3


def scroll_until(app, probe):
    def scrolled():
        app.keys.press("End")
        return probe()

    app.until("what comes further down", scrolled)


def test_enter_on_the_row_at_the_ceiling_presses_it(launch):
    with StandIn(search_limit="off") as server, launch(server) as app:
        scroll_to_the_end(app, TOO_MANY)
        app.wait_for_text("Loading more takes up to 10 searches.")
        app.keys.press("End")
        app.keys.press("Return")
        app.until("more rows", lambda: app.shown() > 1_000)
