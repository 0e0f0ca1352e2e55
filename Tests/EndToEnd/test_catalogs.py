"""The application's window with a second catalog, which lives in the tests alone: the toggles, and that each has its
own search."""

import pytest

import tree
from desktop import REPOSITORY
from screens import ENTRY, Stargazer

PROGRAM = REPOSITORY / ".build/release/stargazer-cells"


class Whole(Stargazer):
    binary = PROGRAM

    def toggle(self, name):
        return self.wait(tree.BUTTON, name)

    def shows(self, name):
        self.until(f"{name} pressed", lambda: tree.pressed(self.toggle(name)))

    def go(self, name):
        """By its toggle, whichever number it has."""
        self.press(tree.BUTTON, name)
        self.shows(name)
        self.wait_focus_in_entry()

    def names(self):
        found = self.list()
        return [] if found is None else [node.name for node in tree.children(found) if node.role == tree.ROW]


@pytest.fixture
def whole(desktop, home):
    assert PROGRAM.exists(), f"{PROGRAM} is not built: `make cells` builds it"
    with Whole(desktop, home, "--whole") as app:
        yield app


def test_each_catalog_has_its_own_search(whole):
    whole.shows("Repositories")
    whole.search_for_rows("golden")
    repositories = whole.names()
    whole.go("Minerals")
    whole.until("the words in the other entry", lambda: whole.query() == "golden")
    whole.until("minerals", lambda: any(name.startswith("Gold, ") for name in whole.names()))
    whole.keys.press("ctrl+f", "ctrl+a")
    whole.keys.type("gold wires")
    whole.keys.press("Return")
    whole.until("gold", lambda: any(name.startswith("Gold, ") for name in whole.names()))
    whole.press(tree.BUTTON, "Repositories")
    whole.shows("Repositories")
    assert whole.query() == "golden"
    assert whole.names() == repositories
    whole.go("Minerals")
    whole.until("the search that was left", lambda: whole.query() == "gold wires")


def test_an_item_of_any_catalog_is_read_and_starred(whole):
    whole.go("Minerals")
    whole.keys.type("gold wires")
    whole.keys.press("Return")
    whole.until("minerals", whole.names)
    whole.keys.press("Down", "Return")
    whole.wait("heading", "Gold")
    whole.keys.press("ctrl+d", "ctrl+2")
    whole.until("the favorite", lambda: whole.find("list item", lambda name: name.startswith("Gold, "), rows=True))
    whole.keys.press("alt+1")
    whole.wait_focus_in("the entry", lambda: whole.find(ENTRY, "Search"))
    whole.shows("Repositories")
