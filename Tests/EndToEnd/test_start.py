"""The start page: each section shows the right items, pressing them works, and no section is empty."""

import sqlite3

import pytest

import tree
from account import signed_in
from log import query, searches, trending
from screens import says_unreachable, title, title_in_name
from standin import StandIn
from test_filters import find_language
from waiting import PATIENCE, eventually

TRENDING, TOPICS, RECENT = "Trending", "Trending Topics", "Recent Searches"
FAVORITES, VIEWED, EXAMPLES = "Latest Favorites", "Recently Viewed", "Searches to Try"
SHOW_ALL, SHOW = "Show All", "Show Trending"
FORMULA = "Created since "
ROWS_ABOVE = 5
"""The steps from the entry to the first trending item: past the offer to bring stars and three examples."""
MOST_LINES = 30
"""More lines than the page has."""


def names(app, section):
    return [row.name for row in app.children_of(section)]


def is_there(app, section):
    return app.find("list", section) is not None


def is_offer(name):
    return name.startswith("Bring Your Stars")


def in_sight(app, section):
    """Returns whether all rows of the section are above the lower edge of the window."""
    places = [tree.place(row) for row in app.children_of(section)]
    return bool(places) and all(at and at.y + at.height <= app.asked_size[1] for at in places)


def go_to_trending(app):
    """Moves from the entry down to the first trending item."""
    app.keys.press("Down")
    app.wait_focus_in("the offer to bring stars", lambda: app.find(tree.ROW, is_offer))
    app.keys.press(*["Down"] * (ROWS_ABOVE - 1))
    app.wait_focus_in("the first trending item", lambda: app.first(TRENDING))


def wait_trending(app):
    return app.until("what is trending", lambda: app.titles(TRENDING))


def press_line(app, name, until):
    """Moves from the entry down to the line, and presses Enter there."""
    app.wait(tree.ROW, name)
    app.keys.press("ctrl+f")
    app.wait_focus_in_entry()
    for _ in range(MOST_LINES):
        before = app.until("a focus to move", app.focused)
        app.keys.press("Down")
        line = app.until("the focus to move", lambda before=before: moved(app, before))
        if line.name == name:
            app.keys.press("Return")
            return app.until(f"what {name} leads to", until)
    raise AssertionError(f"Down does not get to {name}\n{app.dump()}")


def moved(app, before):
    now = app.focused()
    return now if now != before else None


def choices(app):
    """Returns the button of the menu of the period and the language."""
    return app.find(tree.BUTTON, lambda name: name.startswith("Trending: "))


def open_choices(app):
    """Opens that menu."""

    def is_open():
        button = choices(app)
        return button and any(
            tree.includes(node.states, tree.STATE.PRESSED) for node in [button, *tree.children(button)])

    # The choice before closes it.
    app.until("a closed menu", lambda: choices(app) and not is_open())
    app.press_node("the menu", lambda: choices(app), until=is_open)


def choose_period(app, name, until):
    """Presses a period in that menu. The menu's own button gets the same name then, and must not be pressed again."""

    def period():
        named = tree.find_all(app.root, tree.BUTTON, name)
        return named[-1] if named and app.find(tree.BUTTON, "Today") else None

    app.press_node("the period", period, until)


def in_row(app, part):
    """Waits for a small line in a row."""
    app.wait(None, lambda text: part in text, rows=True)


def go_back_to_start(app):
    """Clears the entry."""
    app.keys.press("ctrl+1", "ctrl+f", "ctrl+a", "Escape")
    app.wait("list", lambda name: name in (RECENT, TRENDING))


def test_the_first_run_has_nothing_empty_and_something_to_press(app, server):
    wait_trending(app)
    app.expect("as many as have room, and the rest", lambda: names(app, TRENDING)[4:][-1:], [SHOW_ALL])
    app.expect("three examples", lambda: len(names(app, EXAMPLES)), 3)
    app.expect("the first one in words", lambda: names(app, EXAMPLES)[0], "Popular Swift projects")
    app.resize(980, 680)
    app.until("the examples in sight", lambda: in_sight(app, EXAMPLES))
    app.until("the formula in the tooltip of the menu", lambda: FORMULA in tree.description(choices(app)))
    for section in (RECENT, FAVORITES, VIEWED):
        app.expect(f"whether {section} is there", lambda name=section: is_there(app, name), False)
    assert len(trending(server)) == 1


def test_a_trending_item_opens_beside_the_page_and_is_starred_by_key(app):
    wanted = wait_trending(app)[0]
    go_to_trending(app)
    app.keys.press("Return")
    app.wait("heading", wanted.split("/")[1], within=app.wait("panel", "Details"))
    app.wait_focus_in("the row that was opened", lambda: app.first(TRENDING))
    app.keys.press("ctrl+d")
    app.expect("the favorites", lambda: app.titles(FAVORITES), [wanted])
    app.until("the star", lambda: tree.pressed(app.star(app.first(TRENDING))))


def test_another_period_and_another_language(app, server):
    week = wait_trending(app)
    open_choices(app)
    choose_period(app, "This Month", until=lambda: app.titles(TRENDING) not in ([], week))
    open_choices(app)
    choose_period(app, "This Week", until=lambda: app.titles(TRENDING) == week)
    open_choices(app)
    find_language(app, "vim s", "Vim Script")
    app.until("the question", lambda: len(trending(server)) == 3)
    assert 'language:"Vim Script"' in query(trending(server)[-1])
    # The sample data has no recent repository in this language.
    app.wait(tree.ROW, SHOW)


def test_all_that_is_trending_is_a_search(app, server):
    first = wait_trending(app)
    press_line(app, SHOW_ALL, until=lambda: app.titles("Results"))
    app.expect("the same at the beginning", lambda: app.titles("Results")[:5], first)
    app.until("the formula in the entry", lambda: app.query().startswith("created:>="))
    app.wait(None, "Most Stars")


def test_a_topic_and_an_example_are_searches(app):
    wait_trending(app)
    press_line(app, "MIT-licensed GTK projects", until=lambda: app.query() == "topic:gtk license:mit")
    app.wait_for_rows()
    go_back_to_start(app)
    wait_trending(app)
    app.press(tree.BUTTON, "self-hosted", until=lambda: app.query() == "topic:self-hosted")
    app.wait_for_rows()


def test_what_was_done_comes_back_and_is_cleared(app):
    app.search_for_rows("swift")
    name = title(app.select_first())
    app.open_selected()
    go_back_to_start(app)
    app.expect("the recent searches", lambda: names(app, RECENT), ["swift"])
    app.expect("what was viewed", lambda: app.titles(VIEWED), [name])
    app.press(tree.BUTTON, "Clear", until=lambda: not is_there(app, RECENT) and not is_there(app, VIEWED))
    app.wait_for_text("1 search removed · 1 viewed item removed")
    app.wait_toast()
    app.keys.press("ctrl+z")
    app.expect("what was viewed", lambda: app.titles(VIEWED), [name])
    app.expect("the recent searches", lambda: names(app, RECENT), ["swift"])


def test_up_and_down_walk_all_sections_and_tab_goes_by_list(app):
    app.search_for_rows("swift")
    app.select_first()
    app.keys.press("ctrl+d")
    app.wait_starred(app.first())
    go_back_to_start(app)
    wait_trending(app)
    app.wait("list", FAVORITES)
    app.keys.press("Down")
    app.wait_focus_in("the first search", lambda: app.find(tree.ROW, "swift"))
    app.keys.press("Down")
    app.wait_focus_in("the first trending item", lambda: app.first(TRENDING))
    app.keys.press("Tab")
    app.wait_focus_in("its star", lambda: app.star(app.first(TRENDING)))
    app.keys.press("Tab")
    app.until("the focus out of the list", lambda: app.focused() and not app.focus_is_in(app.list(TRENDING)))
    app.keys.press("shift+Tab")
    app.wait_focus_in("the list again", lambda: app.list(TRENDING))
    app.keys.press("ctrl+f", "Down", *["Down"] * 7)
    app.wait_focus_in("the favorite", lambda: app.first(FAVORITES))
    app.keys.press("Up")
    app.wait_focus_in("the line before it", lambda: app.find(tree.ROW, SHOW_ALL))
    app.keys.press(*["Up"] * 7)
    app.wait_focus_in_entry()


def test_back_finds_the_row_in_a_narrow_window(app):
    app.resize(360, 640)
    wait_trending(app)
    go_to_trending(app)
    app.keys.press("Down")
    second = app.until("two rows", lambda: app.rows(TRENDING)[1:2])[0]
    app.wait_focus_in("the second row", lambda: app.rows(TRENDING)[1])
    app.keys.press("Return")
    app.wait("heading", title_in_name(second.name).split("/")[1], within=app.wait("panel", "Details"))
    app.keys.press("alt+Left")
    app.wait_focus_in("the second row", lambda: app.rows(TRENDING)[1])


def kept(home):
    path = home / "cache/stargazer/answers.sqlite"
    if not path.exists():
        return 0
    try:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=PATIENCE) as answers:
            return answers.execute("SELECT count(*) FROM answer WHERE NOT is_search").fetchone()[0]
    except sqlite3.OperationalError:
        # The database is being created.
        return 0


def make_older(home, hours):
    with sqlite3.connect(home / "cache/stargazer/answers.sqlite", timeout=PATIENCE) as answers:
        answers.execute("UPDATE answer SET answered_at = answered_at - ?", [hours * 3600])


def wait_for_age(app, age):
    """Waits until the choice of what is trending says when it was loaded."""

    def choice():
        return app.find(tree.BUTTON, lambda name: name.startswith("Trending: "))

    app.until(f"what was loaded {age}", lambda: choice() and age in tree.description(choice()))


def test_trending_is_loaded_once_a_day_and_cached_for_offline(launch, server, home):
    with launch(server) as app:
        first = wait_trending(app)
        eventually("the answer on disk", lambda: kept(home))
        assert app.close() == 0
    make_older(home, 3)
    with launch(server) as app:
        app.expect("what is trending", lambda: app.titles(TRENDING), first)
        wait_for_age(app, "3 hours ago")
        assert app.close() == 0
    assert len(trending(server)) == 1
    make_older(home, 30)
    server.stop()
    with launch(server) as app:
        app.expect("what is trending", lambda: app.titles(TRENDING), first)
        wait_for_age(app, "1 day ago")
        # Trending items of the month were never loaded.
        open_choices(app)
        choose_period(app, "This Month", until=lambda: app.find(tree.ROW, "Try Again"))
        app.wait(None, says_unreachable, rows=True)


def test_who_searches_at_once_spends_what_is_left_on_that(launch):
    """A search cancels the trending request that was sent at the start, and does not wait for it."""
    with StandIn(search_limit="off") as server, launch(server) as app:
        app.search_for_rows("swift")
        app.gone("list", EXAMPLES)
        assert searches(server, "swift")


def test_favorites_that_match_are_there_before_the_results_and_above_them(app, server):
    app.search_for_rows("swift")
    name = title(app.select_first())
    app.keys.press("ctrl+d")
    app.wait_starred(app.first())
    go_back_to_start(app)
    go_back_to_start(app)
    with server.suspended():
        app.search("swiftlang")
        app.expect("the favorite", app.titles, [name])
    app.until("results", lambda: len(app.titles()) > 2)
    app.expect("its number in the list", lambda: app.titles().index(name), 0)
    app.expect("how often it is there", lambda: app.titles().count(name), 1)
    app.keys.press("Down", "Down")
    other = app.until("another row", lambda: title(app.selected()) not in (None, name) and title(app.selected()))
    app.wait("heading", other.split("/")[1])


def test_offline_from_the_start_there_is_something_to_press(launch, server):
    server.stop()
    with launch(server) as app:
        app.wait(tree.ROW, "Try Again")
        app.wait(None, says_unreachable, rows=True)
        app.expect("three examples", lambda: len(names(app, EXAMPLES)), 3)
        app.gone("list", TOPICS)


@pytest.mark.usefixtures("keyring")
def test_who_signs_in_is_offered_their_stars(launch, server):
    with launch(server) as app:
        signed_in(app, "ghp-e2e-stars-5")
        press_line(app, "Bring Your Stars", until=lambda: app.find(tree.BUTTON, "Continue"))
        app.keys.press("Return")
        app.wait(tree.BUTTON, "Bring 5 Stars")
        app.keys.press("Return")
        app.favorites(5)
        app.choose_source("Repositories")
        app.until("favorites", lambda: app.titles(FAVORITES))
