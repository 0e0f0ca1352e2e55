"""Suggestions: on an empty entry, after a qualifier's colon and on request. They never take the focus, and only Tab
chooses one."""

import json

import items
import pytest
import tree
from log import searches
from screens import title

ENTER_ONLY = "language: "
"""The beginning of a text that only Enter searches for, because a qualifier has no value."""


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


def ask_for_all(app, words):
    type_anew(app, words)
    app.keys.press("ctrl+space")


def test_a_qualifier_and_its_value_are_completed(app, server):
    ask_for_all(app, "lan")
    expect_offered(app, ["language:, Written in this language"])
    app.wait_focus_in_entry()
    app.keys.press("Tab")
    expect_chosen(app, "language:, Written in this language")
    app.wait_focus_in_entry()
    app.keys.press("Return")
    app.until("its values", lambda: app.query() == "language:" and "language:Swift" not in offered(app))
    app.keys.type("sw")
    expect_offered(app, ["language:Swift"])
    app.keys.press("Tab", "Return")
    expect_query(app, "language:Swift ")
    expect_offered(app, [])
    app.keys.press("Return")
    app.until("the search", lambda: searches(server, "language:Swift"))


def test_enter_with_nothing_chosen_searches(app, server):
    type_anew(app, ENTER_ONLY + "stars:")
    app.until("an offer", lambda: offered(app))
    app.keys.type(">1000")
    app.keys.press("Return")
    app.until("the search", lambda: searches(server, ENTER_ONLY + "stars:>1000"))
    expect_offered(app, [])
    app.select_first()


def test_escape_closes_it_first_and_clears_then(app):
    ask_for_all(app, "li")
    app.until("an offer", lambda: offered(app))
    app.keys.press("Escape")
    expect_offered(app, [])
    expect_query(app, "li")
    app.keys.press("Escape")
    expect_query(app, "")
    expect_offered(app, [])


def test_an_empty_entry_offers_searches_made_before(app, server):
    app.search_for_rows("swift parser")
    app.search_for_rows("sqlite")
    app.keys.press("ctrl+f", "ctrl+a", "BackSpace")
    expect_offered(app, ["sqlite, recent search", "swift parser, recent search"])
    app.keys.press("Tab", "Down")
    expect_chosen(app, "swift parser, recent search")
    app.keys.press("Return")
    expect_query(app, "swift parser")
    expect_offered(app, [])
    app.until("it made again", lambda: len(searches(server, "swift parser")) == 2)
    app.keys.press("ctrl+a", "Escape", "ctrl+f")
    app.until("an offer", lambda: offered(app))
    app.keys.press("Down")
    expect_offered(app, [])
    app.wait_focus_in("the recent search", lambda: app.find(tree.ROW, "swift parser"))


def test_a_favorite_opens_from_the_entry(app, server):
    app.search_for_rows("swift")
    row = app.select_first()
    name = title(row)
    app.keys.press("ctrl+d")
    app.wait_starred(row)
    before = len(searches(server))
    ask_for_all(app, ENTER_ONLY + name.split("/")[1])
    app.until("the favorite", lambda: f"{name}, favorite" in offered(app))
    app.keys.press("Tab")
    expect_chosen(app, f"{name}, favorite")
    app.keys.press("Return")
    app.wait("heading", name.split("/")[1])
    expect_offered(app, [])
    assert len(searches(server)) == before


def test_a_click_elsewhere_closes_it(app):
    app.search_for_rows("swift")
    ask_for_all(app, "fo")
    app.until("an offer", lambda: offered(app))
    place = tree.place(app.wait("panel", "Details"))
    app.keys.run("mousemove", "--window", app.window, place.x + place.width // 2, place.y + place.height - 40)
    app.keys.run("click", "1")
    expect_offered(app, [])


def test_it_is_as_wide_as_the_entry(app):
    ask_for_all(app, "lan")
    app.until("an offer", lambda: offered(app))

    def fits():
        suggestions, entry = (tree.place(node) for node in (app.find("list", "Suggestions"), app.entry()))
        return suggestions is not None and 0 < entry.width - suggestions.width < 30

    app.until("the width of the entry", fits)
    app.keys.press("Escape")
    expect_offered(app, [])
    app.resize(360, 640)
    ask_for_all(app, "lan")
    app.until("the width of the entry in a narrow window", fits)


WORDS = [
    "file lan", "editor org", "music tag", "printing in to", "swift", "swift par", "user", "stars", "fork it", "is",
    "license", "topic", "in", "sort", "added", "archived", "has note", "created by", "pushed", "tool for org",
]
"""Words that are also the beginnings of qualifiers."""


@pytest.fixture
def favorites_of_words(home):
    """A file with a favorite for each of the words."""
    favorites = [items.favorite(number, f"owner/thing{number}") for number in range(len(WORDS))]
    for number, one in enumerate(favorites):
        one["repository"] |= {"owner": "owner", "name": f"thing{number}", "description": f"{WORDS[number]} language"}
    path = home / "words.json"
    path.write_text(json.dumps({"format": "stargazer-favorites", "version": 2, "favorites": favorites}))
    return path


def go_down(app, words, rows):
    """Types at the pace of a person, and goes to the first row with one Down."""
    type_anew_slowly(app, words)
    app.until(f"the rows of {words!r}", rows)
    expect_offered(app, [])
    app.keys.press("Down")

    def first_in_focus():
        found = rows()
        return found and tree.includes(found[0].states, tree.STATE.FOCUSED, tree.STATE.SELECTED) and found[0]

    return app.until(f"the focus in the first row of {words!r}", first_in_focus)


def type_anew_slowly(app, words):
    app.keys.press("ctrl+f", "ctrl+a")
    app.keys.type(words, pace=60)
    expect_query(app, words)


def test_after_plain_words_down_goes_to_the_first_favorite(launch, server, console, favorites_of_words):
    assert console("--import", favorites_of_words).returncode == 0
    with launch(server) as app:
        app.show_favorites()
        for words in WORDS * 2:
            row = go_down(app, words, lambda: app.rows("Favorites"))
            name = title(row).split("/")[1]
            app.until(f"the details of {name}", lambda name=name: app.find("heading", name, within=app.details()))


def test_after_plain_words_down_goes_to_the_first_result(launch, server):
    with launch(server) as app:
        for words in ["swift", "swift parser", "sqlite", "parser"] * 2:
            before = app.titles()
            app.keys.press("ctrl+1")
            type_anew_slowly(app, words)
            app.until("other rows", lambda before=before: not app.shows_older() and app.titles() not in ([], before))
            expect_offered(app, [])
            app.keys.press("Down")
            app.until("the focus in a row", app.row_in_focus)


def test_after_a_name_down_goes_to_the_first_person(launch, server):
    with launch(server) as app:
        app.choose_source("People")

        def rows():
            return [node for node in app.children_of("Results") if node.role == tree.ROW]

        type_anew_slowly(app, "swift")
        app.until("people", lambda: not app.shows_older() and rows())
        expect_offered(app, [])
        app.keys.press("Down")
        app.until("the focus in a row", lambda: any(tree.has(row, tree.STATE.FOCUSED) for row in rows()))
