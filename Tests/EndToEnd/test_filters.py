"""What narrows a search: chips for what the text holds, filters that write it, and what of it is not understood."""

import re

import tree
from log import query, searches
from screens import title


def chips(app):
    """The names of the chips, in order."""
    return [node.name for node in tree.find_all(app.root, tree.BUTTON, lambda name: name.endswith(", remove"))]


def wait_asked(app, server, words):
    app.until(f"a search for {words!r}", lambda: searches(server, words))


def test_chips_say_what_the_text_holds_and_take_it_out_again(app, server):
    app.search_for_rows("swift language:swift stars:>1000")
    app.until("two chips", lambda: chips(app) == ["language: Swift, remove", "stars: > 1,000, remove"])
    app.press(tree.BUTTON, "stars: > 1,000, remove")
    app.until("one chip", lambda: chips(app) == ["language: Swift, remove"])
    app.until("the rest in the entry", lambda: app.query() == "swift language:swift")
    wait_asked(app, server, "swift language:swift")
    app.until("a focus", app.focused)
    app.press(tree.BUTTON, "language: Swift, remove")
    app.until("no chip", lambda: chips(app) == [])
    wait_asked(app, server, "swift")


def test_a_filter_writes_what_can_be_typed(app, server):
    app.search_for_rows("swift")
    app.press(tree.BUTTON, "Filters")
    choose(app, "Stars", 2)
    app.until("the text", lambda: app.query() == "swift stars:>100")
    choose(app, "Last Push", 4)
    app.until("both", lambda: re.fullmatch(r"swift stars:>100 pushed:>=\d{4}-01-01", app.query()))
    both = app.query()
    app.until("chips", lambda: chips(app) == ["stars: > 100, remove", "pushed: this year, remove"])
    app.keys.press("Escape")
    wait_asked(app, server, both)
    app.wait_for_rows()


def test_filters_follow_what_is_typed(app):
    app.search_for_rows("stars:>100 topic:cli language:rust")
    app.press(tree.BUTTON, "Filters")
    app.until("the topic", lambda: tree.text(app.wait(("entry", "text"), "Topics")) == "cli")
    app.until("the language", lambda: shows(app, "Language", "Rust"))
    app.until("the stars", lambda: shows(app, "Stars", "> 100"))
    app.press(tree.BUTTON, "Clear Filters")
    app.until("an empty entry", lambda: app.query() == "")


def test_a_language_is_found_by_its_first_letters(app):
    app.search_for_rows("editor")
    app.press(tree.BUTTON, "Filters")
    combo = app.wait(COMBO, "Language")
    tree.act(combo)
    field = app.wait(("entry", "text"), None, within=combo)
    app.until("the focus in it", lambda: app.focus_is_in(field))
    app.keys.type("vim s")
    app.keys.press("Down", "Return")
    app.until("the text", lambda: app.query() == 'editor language:"Vim Script"')


COMBO = "combo box"


def choose(app, name, place):
    """By the keyboard: in its list the one so many below what was chosen."""
    combo = app.wait(COMBO, name)
    tree.act(combo)
    app.until("the focus in its list", lambda: app.focused() is not None and app.focused().role == tree.ROW)
    app.keys.press(*["Down"] * place, "Return")


def shows(app, name, label):
    combo = app.find(COMBO, name)
    return combo is not None and tree.find(combo, None, label, True) is not None


def test_what_is_not_understood_is_said_under_the_entry(app, server):
    app.search("gtk colour:red stars:many")
    app.says("“colour:” is no filter here")
    app.says("“stars:many” is not a number")
    wait_asked(app, server, "gtk colour:red stars:many")
    app.search_for_rows("gtk stars:>1")
    app.until("no hint", lambda: app.find(None, lambda name: "is no filter here" in name) is None)


def test_a_limit_is_counted_before_anything_is_sent(app, server):
    words = "a OR b OR c OR d OR e OR f OR g"
    app.search(words)
    app.says("This Search Was Not Understood")
    app.says("AND, OR and NOT are used 6 times; 5 times are allowed.")
    app.search_for_rows("swift")
    assert all("OR" not in query(target) or query(target).count("OR") <= 5 for target in searches(server))


def test_nothing_found_offers_to_drop_the_filters(app, server):
    app.search("swift language:brainfuck stars:>1000000")
    app.wait(None, "No Repositories Found")
    app.wait(tree.BUTTON, "Search READMEs as Well")
    app.press(tree.BUTTON, "Search Without Filters")
    app.wait_for_rows()
    app.until("the words alone", lambda: app.query() == "swift")


def test_people_have_filters_of_their_own(app):
    app.press(tree.BUTTON, "People")
    app.until("People pressed", lambda: tree.pressed(app.wait(tree.BUTTON, "People")))
    app.keys.press("ctrl+f")
    app.keys.type("golden location:lisbon")
    app.keys.press("Return")
    app.until("the chip", lambda: chips(app) == ["location: lisbon, remove"])
    app.wait(None, "From lisbon")


def test_the_order_is_said_in_the_count_line(app):
    app.search_for_rows("swift")
    app.wait(tree.BUTTON, "Best Match")
    first = title(app.rows()[0])
    app.press(tree.BUTTON, "Sort")
    app.press("menu item", "Stars")
    app.wait(tree.BUTTON, "Most Stars")
    app.until("another order", lambda: app.rows() and title(app.rows()[0]) != first)
