"""Scrolling to the honest end of a search."""

import json
import urllib.request

import pytest

import tree
from log import page, searches
from standin import StandIn

BROAD = "stars:>=0"
CEILING = "GitHub gives only the first 1,000 of"


def scroll_to_the_end(app):
    """End, again and again, until the ceiling sentence shows; every title seen on the way."""
    app.search_for_rows(BROAD)
    app.select_first()
    seen = set()
    for batch in range(1, 11):
        app.until(f"batch {batch}", lambda: len(searches_of(app)) >= batch)
        settled = app.until("a settled list", lambda: settled_titles(app))
        seen.update(settled)
        if batch < 10:
            before = app.shown()
            app.keys.press("End")
            app.until("more rows", lambda: app.shown() > before)
    app.keys.press("End")
    app.says(CEILING)
    seen.update(app.titles())
    return seen


def searches_of(app):
    return searches(app.server)


def settled_titles(app):
    """The titles, when two looks at the list agree."""
    first = app.titles()
    return first if first and first == app.titles() else None


@pytest.mark.parametrize("scenario", [None, "drift"])
def test_scrolling_reads_pages_one_to_ten_in_order_and_says_where_it_ends(launch, scenario):
    with StandIn(scenario=scenario, search_limit="off") as server, launch(server) as app:
        app.server = server
        seen = scroll_to_the_end(app)
        asked = searches(server)
        assert [page(target) for target in asked] == list(range(1, 11))
        shown = app.shown()
    with StandIn(scenario=scenario, search_limit="off") as server:
        served = [full_name for target in asked for full_name in names(server.url + target)]
    distinct = set(served)
    assert shown == len(distinct)
    assert seen == distinct
    if scenario == "drift":
        assert len(served) - len(distinct) >= 7, "the scenario must repeat ids across pages"


def names(address):
    with urllib.request.urlopen(address, timeout=20) as answer:
        return [item["full_name"] for item in json.load(answer)["items"]]


def test_load_more_is_there_for_the_keyboard(app, server):
    app.search_for_rows(BROAD)
    assert app.shown() == 100
    more = app.wait(tree.BUTTON, "Load More", rows=True)
    tree.act(more)
    app.until("200 rows", lambda: app.shown() == 200)
    assert [page(target) for target in searches(server)] == [1, 2]


def test_a_second_search_starts_again_at_the_first_page_and_the_top(app, server):
    app.search_for_rows(BROAD)
    app.select_first()
    app.keys.press("End")
    app.until("more rows", lambda: app.shown() > 100)
    app.search("swift")
    app.until("the other results", lambda: app.titles() and 0 < app.shown() <= 100)
    assert page(searches(server)[-1]) == 1
    assert app.selected() is None or app.selected() == app.rows()[0]
