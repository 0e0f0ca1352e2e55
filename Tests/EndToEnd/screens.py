"""Stargazer in the words of its user: search, rows, stars, favorites. Names and roles are the screens' contract."""

import re

import tree
from app import NEWER_GTK, App
from waiting import PATIENCE

ENTRY = ("entry", "text")
REPOSITORY_ROW = re.compile(r"^(?P<title>[^/,\s]+/[^/,\s]+), .*?(?P<starred>not starred|starred)$", re.DOTALL)


def title_in_name(name):
    """`owner/name` in the name of a row."""
    found = REPOSITORY_ROW.match(name)
    return found and found["title"]


def title(row):
    """`owner/name` of a row, as it was when it was found; None where there is none."""
    return row and title_in_name(row.name)


def says_starred(row):
    """As it was when it was found; None where there is no row."""
    found = row and REPOSITORY_ROW.match(row.name)
    return found and found["starred"] == "starred"


class Stargazer(App):
    # Searching

    def entry(self):
        return self.wait(ENTRY, "Search")

    def query(self):
        """Empty while another page shows."""
        return tree.text(self.find(ENTRY, "Search"))

    def search(self, words):
        """Goes to the search, and asks."""
        self.keys.press("ctrl+1")
        self.ask(words)

    def ask(self, words):
        """Types the words into the entry of the catalog that shows, whatever it held, and asks at once."""
        self.keys.press("ctrl+f", "ctrl+a")
        self.keys.type(words)
        self.expect("the words in the entry", self.query, words)
        self.keys.press("Return")

    def search_for_rows(self, words):
        """Searches for something else than what is shown, and returns the rows of that."""
        before = self.titles()
        self.search(words)

        def other():
            """Those of before stay until the answer is there, and are called that from Enter on."""
            rows = self.rows()
            return rows if [title_in_name(row.name) for row in rows] != before and not self.shows_older() else None

        return self.until(f"rows for {words!r}", other)

    def shows_older(self):
        """Whether the results are said to be those of an earlier search."""
        return self.count().startswith("Results for “")

    def choose(self, label):
        """Presses an entry of the main menu."""
        self.press(tree.BUTTON, "Main Menu", until=lambda: self.find("menu item", label))
        self.press("menu item", label, until=lambda: self.find("menu item", label) is None)

    # Rows

    def list(self, name="Results"):
        return self.find("list", name)

    def children_of(self, name):
        """What the list holds now; GTK keeps about 205 rows of a longer one."""
        found = self.list(name)
        return [] if found is None else tree.children(found)

    def rows(self, name="Results"):
        """The rows of repositories among them."""
        return [row for row in self.children_of(name) if title_in_name(row.name)]

    def first(self, name="Results"):
        return next(iter(self.rows(name)), None)

    def titles(self, name="Results"):
        return [title_in_name(row.name) for row in self.rows(name)]

    def wait_for_rows(self, name="Results", seconds=PATIENCE):
        return self.until(f"rows in {name}", lambda: self.rows(name), seconds)

    def selected(self, name="Results"):
        return next((row for row in self.rows(name) if tree.includes(row.states, tree.STATE.SELECTED)), None)

    def select_first(self, name="Results"):
        """From the entry into the list, as Down does."""
        self.keys.press("Down")
        return self.until("a selected row", lambda: self.selected(name))

    def star(self, row):
        return self.find(tree.BUTTON, "Star", within=row, rows=True)

    def wait_starred(self, row, starred=True):
        self.expect("whether the star is pressed", lambda: tree.pressed(self.star(row)), starred)

    def add_and_remove_favorite(self):
        """The first row; Undo is offered then. Returns the row."""
        row = self.select_first()
        self.keys.press("ctrl+d")
        self.wait_starred(row)
        self.keys.press("ctrl+d")
        self.until("Undo", lambda: self.toast_button("Undo"))
        return row

    def press_star(self, probe, until):
        """The star in the row that the probe finds."""
        row = self.until("a row with a star", probe)
        return self.press_node(f"the star of {title(row)}", lambda: self.star(row), until)

    def count(self, name="Results"):
        """What describes the list: `100 of 48,211`."""
        return " ".join(tree.described_by(self.list(name)))

    def shown(self):
        """How many rows the count says are shown."""
        numbers = re.findall(r"\d[\d,]*", self.count())
        return int(numbers[0].replace(",", "")) if numbers else 0

    # Places

    def details(self):
        return self.find("panel", "Details")

    def row_in_focus(self):
        focused = (row for name in ("Results", "Favorites") for row in self.rows(name)
                   if tree.includes(row.states, tree.STATE.SELECTED, tree.STATE.FOCUSED))
        return next(focused, None)

    def open_selected(self):
        """Opens the selected row, once the keys go there, and returns the details once they are about it."""
        name = title(self.until("the focus in a selected row", self.row_in_focus))
        self.keys.press("Return")
        owner_less = name.split("/")[1]

        def details():
            """Of this row: one of another name would be gone by then."""
            found = self.details()
            return found if found is not None and self.find("heading", owner_less, within=found) else None

        return self.until(f"the details of {name}", details)

    def is_chosen(self, tab):
        """Whether that page of the window shows."""
        node = self.find("page tab", tab)
        return node is not None and (
            tree.includes(node.states, tree.STATE.SELECTED) or tree.includes(node.states, tree.STATE.PRESSED))

    def show_favorites(self):
        self.keys.press("ctrl+2")
        self.until("the favorites", lambda: self.is_chosen("Favorites"))

    def favorites(self, count):
        """Titles in Favorites, once there are that many."""
        self.show_favorites()

        seen = {}

        def found():
            seen.update(dict.fromkeys(self.titles("Favorites")))
            if NEWER_GTK and seen and len(seen) < count:
                self.keys.press("Page_Down")
            return list(seen) if len(seen) == count else None

        return self.until(f"{count} favorites", found)

    def favorites_are(self, titles):
        """Shows Favorites and waits until they are these, in this order."""
        self.show_favorites()
        self.expect("the favorites", lambda: self.titles("Favorites"), titles)

    def favorites_are_empty(self):
        self.show_favorites()
        self.wait(None, "No Favorites Yet")
        self.expect("the favorites", lambda: self.titles("Favorites"), [])

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
