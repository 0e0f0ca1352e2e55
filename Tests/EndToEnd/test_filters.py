"""Filters: qualifiers in the text, the popover that writes them, results per page, and notes about problems."""

import re
from urllib.parse import parse_qs, urlsplit

import tree
from log import query, searches
from screens import ENTRY
from settings import KEPT

COMBO = "combo box"


def expect_active(app, count):
    """Waits until the button says how many qualifiers the text has."""
    app.wait(tree.BUTTON, f"Filters, {count} active" if count else "Filters")


def expect_query(app, words):
    app.expect("the words in the entry", app.query, words)


def open_filters(app):
    app.press(tree.BUTTON, lambda name: name.startswith("Filters"), until=lambda: app.find(COMBO, "Language"))


def wait_asked(app, server, words):
    app.until(f"a search for {words!r}", lambda: searches(server, words))


def test_a_filter_writes_what_can_be_typed(app, server):
    app.search_for_rows("swift")
    open_filters(app)
    choose(app, "Stars", 2)
    expect_query(app, "swift stars:>100")
    choose(app, "Last Push", 4)
    both = app.until("both", lambda: re.fullmatch(r"swift stars:>100 pushed:>=\d{4}-01-01", app.query())).group()
    expect_active(app, 2)
    app.keys.press("Escape")
    wait_asked(app, server, both)
    app.wait_for_rows()


def test_filters_follow_what_is_typed(app):
    app.search_for_rows("stars:>100 topic:cli language:rust")
    open_filters(app)
    app.expect("the topics", lambda: tree.text(app.find(ENTRY, "Topics")), "cli")
    app.until("the language", lambda: shows(app, "Language", "Rust"))
    app.until("the stars", lambda: shows(app, "Stars", "> 100"))
    app.press(tree.BUTTON, "Clear Filters", until=lambda: app.query() == "")
    expect_active(app, 0)


def sizes(server):
    return [int(parse_qs(urlsplit(target).query)["per_page"][0]) for target in searches(server)]


def show_more(app):
    app.press(tree.BUTTON, "More Filters", until=lambda: app.find(ENTRY, "Results per Page"))


def write_size(app, text):
    """Replaces the number of results per page."""
    field = app.until("the field", lambda: app.find(ENTRY, "Results per Page"))
    app.tab_to(field, app.root)
    app.keys.press("ctrl+a")
    app.keys.type(text)
    app.expect("the field", lambda: tree.text(field), text)


def test_results_per_page_are_checked_before_they_are_searched_with(launch, server, settings):
    with launch(server, **KEPT) as app:
        app.search_for_rows("swift")
        open_filters(app)
        app.gone(ENTRY, "Results per Page")
        show_more(app)
        for text in ("101", "x"):
            write_size(app, text)
            app.wait_for_text("Enter a number from 1 to 100")
            app.keys.press("Return")
        assert "results-per-page" not in settings.stored()
        write_size(app, "20")
        app.keys.press("Return")
        app.until("the number to be kept", lambda: settings.stored().get("results-per-page") == "20")
        # A list of only twenty loads its next batch by itself.
        app.until("a list of twenties", lambda: app.shown() in (20, 40, 60, 80))
        assert set(sizes(server)) == {100, 20}


def test_a_choice_applies_while_the_filters_are_open_and_comes_first_the_next_time(app, server):
    app.search_for_rows("swift")
    open_filters(app)
    app.expect("the filters", lambda: combos(app), ["Language", "Stars", "Last Push"])
    app.wait(ENTRY, "Topics")
    app.press(tree.BUTTON, "More Filters", until=lambda: "Archived" in combos(app))
    choose(app, "Archived", 1)
    wait_asked(app, server, "swift archived:true")
    app.wait(COMBO, "Archived")
    app.keys.press("Escape")
    app.gone(COMBO, "Archived")
    open_filters(app)
    app.expect("the filters", lambda: combos(app), ["Archived", "Language", "Stars", "Last Push"])


def combos(app):
    return [node.name for node in tree.find_all(app.root, COMBO)]


def test_favorites_offer_their_own_values_with_counts(app, three_favorites):
    app.favorites_are(list(reversed(three_favorites)))
    app.keys.press("ctrl+f")
    app.keys.type("language:")
    app.wait(tree.ROW, "language:Swift, 3")
    app.keys.press("Tab", "Return")
    expect_active(app, 1)
    app.expect("the favorites", lambda: app.titles("Favorites"), list(reversed(three_favorites)))


def test_the_common_filters_of_favorites_show_first_and_the_others_on_request(app, three_favorites):
    app.favorites_are(list(reversed(three_favorites)))
    open_filters(app)
    first = ["Language", "Topics", "Last Push", "Date Added"]
    app.expect("the filters", lambda: combos(app), first)
    app.press(tree.BUTTON, "More Filters", until=lambda: "Stars" in combos(app))
    app.gone(tree.BUTTON, "More Filters")
    app.expect("the first filters", lambda: combos(app)[:4], first)
    app.wait_focus_in("the first of the others", lambda: tree.find_all(app.root, COMBO)[4])
    app.keys.press("Escape")
    app.gone(COMBO, "Language")


def find_language(app, letters, name):
    """Chooses the only language that begins with the letters."""

    def focus_in_field():
        combo = app.find(COMBO, "Language")
        field = combo and app.find(ENTRY, within=combo)
        return field is not None and app.focus_is_in(field)

    app.press_node("the languages", lambda: app.find(COMBO, "Language"), until=focus_in_field)
    app.keys.type(letters)
    # The list is filtered a moment later: an earlier Down would choose from the previous list.
    app.until("one left", lambda: len(rows_of(app, "Language")) == 1 and shows(app, "Language", name))
    app.keys.press("Down", "Return")


def choose(app, name, place):
    """Chooses an entry by keyboard: `place` entries below the current one."""

    def focus_in_list():
        focused = app.focused()
        return focused is not None and focused.role == tree.ROW

    app.press(COMBO, name, until=focus_in_list)
    app.keys.press(*["Down"] * place, "Return")
    app.until("its list closed", lambda: not focus_in_list())


def rows_of(app, name):
    """Returns the rows of the filter's list while it is open."""
    combo = app.find(COMBO, name)
    return [] if combo is None else tree.find_all(combo, tree.ROW)


def shows(app, name, label):
    combo = app.find(COMBO, name)
    return combo is not None and tree.find(combo, None, label, True) is not None


def test_what_is_not_understood_is_said_under_the_entry(app, server):
    app.search("gtk colour:red stars:many")
    app.wait_for_text("“colour:” is not a filter here")
    app.wait_for_text("“stars:many” is not a number")
    wait_asked(app, server, "gtk colour:red stars:many")
    app.search_for_rows("gtk stars:>1")
    app.gone(None, lambda name: "is not a filter here" in name)


def test_a_limit_is_counted_before_anything_is_sent(app, server):
    words = "a OR b OR c OR d OR e OR f OR g"
    app.search(words)
    app.wait_for_text("Invalid Search")
    app.wait_for_text("AND, OR and NOT are used 6 times. They can be used at most 5 times.")
    app.search_for_rows("swift")
    assert all("OR" not in query(target) or query(target).count("OR") <= 5 for target in searches(server))


def test_nothing_found_offers_to_drop_the_filters(app, server):
    app.search("swift language:brainfuck stars:>1000000")
    app.wait(None, "No Repositories Found")
    app.wait(tree.BUTTON, "Also Search READMEs")
    app.press(tree.BUTTON, "Search Without Filters", until=lambda: app.query() == "swift")
    app.wait_for_rows()


def test_people_have_filters_of_their_own(app):
    app.keys.press("alt+2")
    app.expect("the source", app.source, "People")
    app.keys.press("ctrl+f")
    app.keys.type("golden location:lisbon")
    app.keys.press("Return")
    expect_active(app, 1)
