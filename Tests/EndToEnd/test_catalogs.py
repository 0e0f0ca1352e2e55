"""The application's window with a second catalog, which lives in the tests alone: the toggles, and that each has its
own search."""

import tree
from screens import ENTRY


def test_each_catalog_has_its_own_search(whole):
    whole.shows("Repositories")
    whole.search_for_rows("golden")
    repositories = whole.names()
    whole.go("Minerals")
    whole.expect("the words in the other entry", whole.query, "golden")
    whole.until("minerals", lambda: any(name.startswith("Gold, ") for name in whole.names()))
    whole.keys.press("ctrl+f", "ctrl+a")
    whole.keys.type("gold wires")
    whole.keys.press("Return")
    whole.until("gold", lambda: [name.split(",")[0] for name in whole.names()] == ["Gold"])
    whole.press(tree.BUTTON, "Repositories", until=lambda: whole.is_pressed(tree.BUTTON, "Repositories"))
    whole.expect("the words in the first entry", whole.query, "golden")
    whole.expect("the repositories", whole.names, repositories)
    whole.go("Minerals")
    whole.expect("the search that was left", whole.query, "gold wires")


def test_an_item_of_any_catalog_is_read_and_starred(whole):
    whole.go("Minerals")
    whole.keys.type("gold wires")
    whole.keys.press("Return")
    whole.until("gold", lambda: [name.split(",")[0] for name in whole.names()] == ["Gold"])
    whole.keys.press("Down")
    whole.until("the focus on gold", whole.mineral_in_focus)
    whole.keys.press("Return")
    whole.wait("heading", "Gold")
    whole.keys.press("ctrl+d", "ctrl+2")
    whole.until("the favorite", lambda: whole.find("list item", lambda name: name.startswith("Gold, "), rows=True))
    whole.keys.press("alt+1")
    whole.wait_focus_in("the entry", lambda: whole.find(ENTRY, "Search"))
    whole.shows("Repositories")
