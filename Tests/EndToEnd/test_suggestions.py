"""Suggestions while typing: they never take the focus, and Enter searches unless one is chosen."""

import pytest

import tree
from log import searches
from screens import title
from settings import KEPT, Settings


@pytest.fixture
def app(launch, server, desktop, home):
    """The application without search-as-you-type, so that a request in the log is one that was asked for."""
    Settings(desktop, home).write(search_while_typing="false")
    with launch(server, **KEPT) as app:
        yield app


def offered(app):
    found = app.find("list", "Suggestions")
    return [] if found is None else [node.name for node in tree.children(found) if node.role == tree.ROW]


def chosen(app):
    found = app.find("list", "Suggestions")
    rows = [] if found is None else tree.children(found)
    return next((node.name for node in rows if tree.includes(node.states, tree.STATE.SELECTED)), None)


def expect_offered(app, names):
    app.expect("what is offered", lambda: offered(app), names)


def expect_chosen(app, name):
    app.expect("what is chosen", lambda: chosen(app), name)


def expect_query(app, words):
    app.expect("the words in the entry", app.query, words)


def type_anew(app, words):
    app.keys.press("ctrl+f", "ctrl+a")
    app.keys.type(words)


def test_a_qualifier_and_its_value_are_completed(app):
    type_anew(app, "lan")
    expect_offered(app, ["language:, Written in this language"])
    app.wait_focus_in_entry()
    app.keys.press("Down")
    expect_chosen(app, "language:, Written in this language")
    app.wait_focus_in_entry()
    app.keys.press("Return")
    app.until("its values", lambda: app.query() == "language:" and "language:Swift" not in offered(app))
    app.keys.type("sw")
    expect_offered(app, ["language:Swift"])
    app.keys.press("Down", "Return")
    expect_query(app, "language:Swift ")
    expect_offered(app, [])
    app.keys.press("Return")
    app.wait_for_rows()


def test_enter_with_nothing_chosen_searches(app, server):
    type_anew(app, "st")
    app.until("an offer", lambda: offered(app))
    app.keys.type("ars:>1000")
    app.keys.press("Return")
    app.until("the search", lambda: searches(server, "stars:>1000"))
    expect_offered(app, [])
    app.select_first()


def test_escape_closes_it_first_and_clears_then(app):
    type_anew(app, "li")
    app.until("an offer", lambda: offered(app))
    app.keys.press("Escape")
    expect_offered(app, [])
    expect_query(app, "li")
    app.keys.press("Escape")
    expect_query(app, "")


def test_a_search_made_before_is_offered_and_made_again(app, server):
    app.search_for_rows("swift parser")
    app.search_for_rows("sqlite")
    type_anew(app, "swi")
    app.until("the search", lambda: "swift parser, recent search" in offered(app))
    app.keys.press("Down")
    expect_chosen(app, "swift parser, recent search")
    app.keys.press("Return")
    expect_query(app, "swift parser")
    expect_offered(app, [])
    app.until("it made again", lambda: len(searches(server, "swift parser")) == 2)


def test_a_favorite_opens_from_the_entry(app, server):
    app.search_for_rows("swift")
    row = app.select_first()
    name = title(row)
    app.keys.press("ctrl+d")
    app.wait_starred(row)
    before = len(searches(server))
    type_anew(app, name.split("/")[1])
    app.until("the favorite", lambda: f"{name}, favorite" in offered(app))
    app.keys.press("Down")
    expect_chosen(app, f"{name}, favorite")
    app.keys.press("Return")
    app.wait("heading", name.split("/")[1])
    expect_offered(app, [])
    assert len(searches(server)) == before


def test_a_click_elsewhere_closes_it(app):
    app.search_for_rows("swift")
    type_anew(app, "fo")
    app.until("an offer", lambda: offered(app))
    place = tree.place(app.wait("panel", "Details"))
    app.keys.run("mousemove", "--window", app.window, place.x + place.width // 2, place.y + place.height - 40)
    app.keys.run("click", "1")
    expect_offered(app, [])


def test_it_fits_a_narrow_window(app):
    app.resize(360, 640)
    type_anew(app, "lan")
    app.until("an offer", lambda: offered(app))

    def width():
        place = tree.place(app.find("list", "Suggestions"))
        return place.width if place else 0

    app.until("a list that fits", lambda: 0 < width() <= 348)


def test_results_leave_it_open_and_after_escape_down_goes_into_them(launch, server):
    with launch(server) as app:
        type_anew(app, "te")
        expect_offered(app, ["template:, Whether the repository is a template"])
        app.keys.type("mplate")
        app.wait_for_rows()
        expect_offered(app, ["template:, Whether the repository is a template"])
        app.keys.press("Escape")
        expect_offered(app, [])
        row = app.select_first()
        app.wait_focus_in("the row", lambda: row)
