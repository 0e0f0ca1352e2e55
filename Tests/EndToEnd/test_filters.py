"""Filters of a search: chips for the qualifiers in the text, filters that write qualifiers, and notes about
problems."""

import re

import tree
from log import query, searches
from screens import ENTRY

COMBO = "combo box"


def chips(app):
    """Returns the names of the chips, in order."""
    return [node.name for node in tree.find_all(app.root, tree.BUTTON, lambda name: name.endswith(", remove"))]


def expect_chips(app, names):
    app.expect("the chips", lambda: chips(app), names)


def expect_query(app, words):
    app.expect("the words in the entry", app.query, words)


def open_filters(app):
    app.press(tree.BUTTON, "Filters", until=lambda: app.find(COMBO, "Language"))


def wait_asked(app, server, words):
    app.until(f"a search for {words!r}", lambda: searches(server, words))


def test_chips_say_what_the_text_holds_and_take_it_out_again(app, server):
    app.search_for_rows("swift language:swift stars:>1000")
    expect_chips(app, ["language: Swift, remove", "stars: > 1,000, remove"])
    app.press(tree.BUTTON, "stars: > 1,000, remove", until=lambda: chips(app) == ["language: Swift, remove"])
    expect_query(app, "swift language:swift")
    wait_asked(app, server, "swift language:swift")
    app.until("a focus", app.focused)
    app.press(tree.BUTTON, "language: Swift, remove", until=lambda: chips(app) == [])
    expect_query(app, "swift")
    wait_asked(app, server, "swift")


def test_a_filter_writes_what_can_be_typed(app, server):
    app.search_for_rows("swift")
    open_filters(app)
    choose(app, "Stars", 2)
    expect_query(app, "swift stars:>100")
    choose(app, "Last Push", 4)
    both = app.until("both", lambda: re.fullmatch(r"swift stars:>100 pushed:>=\d{4}-01-01", app.query())).group()
    expect_chips(app, ["stars: > 100, remove", "pushed: this year, remove"])
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
    expect_chips(app, [])


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
    app.wait_for_text("This Search Was Not Understood")
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
    app.press(tree.BUTTON, "People", until=lambda: app.is_pressed(tree.BUTTON, "People"))
    app.keys.press("ctrl+f")
    app.keys.type("golden location:lisbon")
    app.keys.press("Return")
    expect_chips(app, ["location: lisbon, remove"])
    app.wait(None, "From lisbon")
