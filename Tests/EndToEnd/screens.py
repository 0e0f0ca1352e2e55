"""Stargazer in the words of its user: search, rows, stars, favorites. Names and roles are the screens' contract."""

import re

import tree
from app import App
from waiting import PATIENCE

ENTRY = ("entry", "text")
REPOSITORY_ROW = re.compile(r"^(?P<title>[^/,\s]+/[^/,\s]+), .*?(?P<starred>not starred|starred)$", re.DOTALL)


def titled(name):
    """`owner/name` in the name of a row."""
    found = REPOSITORY_ROW.match(name)
    return found and found["title"]


def title(row):
    """`owner/name` of a row, as it is now."""
    return titled(tree.name(row))


def says_starred(row):
    found = REPOSITORY_ROW.match(tree.name(row))
    return bool(found) and found["starred"] == "starred"


class Stargazer(App):
    # Searching

    def entry(self):
        return self.wait(ENTRY, "Search")

    def query(self):
        return tree.text(self.entry())

    def search(self, words):
        """Types the words into the entry, whatever it held, and asks at once."""
        self.keys.press("ctrl+1", "ctrl+f", "ctrl+a")
        self.keys.type(words)
        self.until(f"{words!r} in the entry", lambda: self.query() == words)
        self.keys.press("Return")

    def search_for_rows(self, words):
        self.search(words)
        return self.wait_for_rows()

    def choose(self, label):
        """Presses an entry of the main menu."""
        self.press(tree.BUTTON, "Main Menu")
        self.press("menu item", label)

    # Rows

    def list(self, name="Results"):
        return self.find("list", name)

    def rows(self, name="Results"):
        """The rows of repositories that the list holds now; GTK keeps about 205 of a longer one."""
        found = self.list(name)
        return [] if found is None else [row for row in tree.children(found) if titled(row.name)]

    def titles(self, name="Results"):
        return [titled(row.name) for row in self.rows(name)]

    def wait_for_rows(self, name="Results", seconds=PATIENCE):
        return self.until(f"rows in {name}", lambda: self.rows(name), seconds)

    def selected(self, name="Results"):
        return next((row for row in self.rows(name) if tree.includes(row.states, tree.STATE.SELECTED)), None)

    def select_first(self, name="Results"):
        """From the entry into the list, as Down does."""
        self.keys.press("Down")
        return self.until("a selected row", lambda: self.selected(name))

    def star(self, row):
        return self.wait(tree.BUTTON, "Star", within=row, rows=True)

    def wait_starred(self, row, starred=True):
        word = "pressed" if starred else "released"
        self.until(f"the star {word}", lambda: tree.pressed(self.star(row)) == starred)

    def count(self):
        """What describes the list of results: `100 of 48,211`."""
        results = self.list()
        return "" if results is None else " ".join(tree.described_by(results))

    def shown(self):
        """How many rows the count says are shown."""
        numbers = re.findall(r"\d[\d,]*", self.count())
        return int(numbers[0].replace(",", "")) if numbers else 0

    # Places

    def details(self):
        return self.find("panel", "Details")

    def open_selected(self):
        name = title(self.until("a selected row", lambda: self.selected() or self.selected("Favorites")))
        self.keys.press("Return")
        owner_less = name.split("/")[1]
        details = self.until("the details", self.details)
        self.wait(None, lambda text: owner_less in text, within=details)
        return details

    def show_favorites(self):
        self.keys.press("ctrl+2")
        self.wait("page tab", "Favorites")

    def favorites(self, count=None):
        """Titles in Favorites, once there are that many."""
        self.show_favorites()
        if count is None:
            self.wait_for_rows("Favorites")
        else:
            self.until(f"{count} favorites", lambda: len(self.rows("Favorites")) == count)
        return self.titles("Favorites")

    def favorites_are_empty(self):
        self.show_favorites()
        self.until("no favorites", lambda: not self.rows("Favorites"))

    # Focus

    def focus_is_in(self, node):
        """Whether the node or something inside it has the focus; an entry's text is a node of its own."""
        return tree.has(node, tree.STATE.FOCUSED) or tree.focused(node) is not None

    def wait_focus_in(self, what, probe):
        def looked_up():
            node = probe()
            return node is not None and self.focus_is_in(node)

        self.until(f"the focus in {what}", looked_up)

    def wait_focus_in_entry(self):
        self.wait_focus_in("the search entry", self.entry)

    # Ends

    def close(self):
        self.keys.press("ctrl+w")
        return self.ended()
