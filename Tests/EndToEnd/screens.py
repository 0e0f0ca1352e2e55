"""Actions and observations in the user's terms: search, rows, stars, favorites. Accessible names and roles are the
contract."""

import re

import tree
from app import NEWER_GTK, App
from waiting import PATIENCE

ENTRY = ("entry", "text")
LISTS = ("Results", "Favorites")
"""The names of the lists of the list pane, which are never inside the details."""
KEPT_HERE = "favorite, not starred on GitHub"
STATES = ["not starred", "starred", "not a favorite, starred on GitHub", KEPT_HERE]
"""What the name of a row says last."""
REPOSITORY_ROW = re.compile(
    rf"^(?P<title>[^/,\s]+/[^/,\s]+), .*?(?P<starred>{'|'.join(STATES)})$", re.DOTALL)


def title_in_name(name):
    """Returns the `owner/name` in the name of a row."""
    found = REPOSITORY_ROW.match(name)
    return found and found["title"]


def title(row):
    """Returns the `owner/name` of a row when it was found; None when there is no row."""
    return row and title_in_name(row.name)


def says_starred(row):
    """Returns the state when the row was found; None when there is no row."""
    found = row and REPOSITORY_ROW.match(row.name)
    return found and found["starred"] in ("starred", KEPT_HERE)


def says_unreachable(text):
    """Whether a text says that the server cannot be reached. On a machine with a network it names the server."""
    return any(part in text.lower() for part in ("you are offline", "github does not respond"))


class Stargazer(App):
    # Searching

    def entry(self):
        return self.wait(ENTRY, "Search")

    def query(self):
        """Returns the text of the entry; empty while no entry is visible."""
        return tree.text(self.find(ENTRY, "Search"))

    def search(self, words):
        """Shows the last search and searches."""
        self.keys.press("ctrl+1")
        self.ask(words)

    def ask(self, words):
        """Replaces the text of the visible catalog's entry, and presses Enter."""
        self.keys.press("ctrl+f", "ctrl+a")
        self.keys.type(words)
        self.expect("the words in the entry", self.query, words)
        self.keys.press("Return")

    def search_for_rows(self, words):
        """Searches for other words than the current ones, and returns the new rows."""
        before = self.titles()
        self.search(words)

        def other():
            """Returns the new rows. The old ones stay until the answer arrives, with a notice that they are older."""
            rows = self.rows()
            return rows if [title_in_name(row.name) for row in rows] != before and not self.shows_older() else None

        return self.until(f"rows for {words!r}", other)

    def shows_older(self):
        """Returns whether the results are marked as those of an earlier search."""
        return self.count().startswith("Results for “")

    def choose(self, label, menu="Main Menu"):
        """Activates an item of a menu."""
        self.press(tree.BUTTON, menu, until=lambda: self.find("menu item", label))
        self.press("menu item", label, until=lambda: self.find("menu item", label) is None)

    # Rows

    def list(self, name="Results"):
        return self.find("list", name)

    def children_of(self, *names):
        """Returns the current children of these lists. GTK creates about 205 rows of a longer list."""
        return tree.children_in(self.root, "list", names, closed="Details" if set(names) <= set(LISTS) else None)

    def rows(self, *names):
        """Returns the rows of repositories among the children; of the results by default."""
        return [row for row in self.children_of(*names or LISTS[:1]) if title_in_name(row.name)]

    def first(self, name="Results"):
        return next(iter(self.rows(name)), None)

    def titles(self, name="Results"):
        return [title_in_name(row.name) for row in self.rows(name)]

    def wait_for_rows(self, name="Results", seconds=PATIENCE):
        return self.until(f"rows in {name}", lambda: self.rows(name), seconds)

    def selected(self, name="Results"):
        return next((row for row in self.rows(name) if tree.includes(row.states, tree.STATE.SELECTED)), None)

    def select_first(self, name="Results"):
        """Moves from the entry into the list with Down."""
        self.keys.press("Down")
        return self.until("a selected row", lambda: self.selected(name))

    def star(self, row):
        return self.find(tree.BUTTON, "Star", within=row, rows=True)

    def wait_starred(self, row, starred=True):
        self.expect("whether the star is pressed", lambda: tree.pressed(self.star(row)), starred)

    def add_and_remove_favorite(self):
        """Stars the first row and removes the star again, so Undo is offered. Returns the row."""
        row = self.select_first()
        self.keys.press("ctrl+d")
        self.wait_starred(row)
        self.keys.press("ctrl+d")
        self.until("Undo", lambda: self.toast_button("Undo"))
        return row

    def press_star(self, probe, until):
        """Presses the star in the row that the probe finds."""
        row = self.until("a row with a star", probe)
        return self.press_node(f"the star of {title(row)}", lambda: self.star(row), until)

    def count(self, name="Results"):
        """Returns the description of the list: `100 of 48,211`."""
        return " ".join(tree.described_by(self.list(name)))

    def shown(self):
        """Returns the number of shown rows according to the count."""
        numbers = re.findall(r"\d[\d,]*", self.count())
        return int(numbers[0].replace(",", "")) if numbers else 0

    # Pages

    def details(self):
        return self.find("panel", "Details")

    def row_in_focus(self):
        focused = (row for row in self.rows(*LISTS)
                   if tree.includes(row.states, tree.STATE.SELECTED, tree.STATE.FOCUSED))
        return next(focused, None)

    def open_selected(self):
        """Opens the selected row, once it has the focus. Returns the details once they show it."""
        name = title(self.until("the focus in a selected row", self.row_in_focus))
        self.keys.press("Return")
        owner_less = name.split("/")[1]

        def details():
            """Returns the details of this row. Details of another item would be replaced by then."""
            found = self.details()
            return found if found is not None and self.find("heading", owner_less, within=found) else None

        return self.until(f"the details of {name}", details)

    def source(self):
        """Returns the name of the source that the list shows, as its header bar says it."""

        def title():
            """Returns the title. A picture's details have a label of the same name."""
            named = tree.find_all(self.root, None, "Source")
            return next((node for node in named if node.role not in ("label", "combo box")), None)

        found = self.find("label", within=title() or self.until("the title", title))
        return found and found.name

    def source_row(self, name):
        """Returns the row of a source in the sidebar: `All Favorites`."""
        rows = tree.children(self.wait("list", "Sources"))
        return next((row for row in rows if row.name == name or row.name.startswith(name + ", ")), None)

    def choose_source(self, name):
        """Clicks the row of a source in the sidebar."""
        self.click(lambda: self.source_row(name))
        self.expect("the source", self.source, name)

    def show_favorites(self):
        self.keys.press("ctrl+2")
        self.expect("the source", self.source, "All Favorites")

    def favorites(self, count):
        """Returns the titles in Favorites, once there are that many."""
        self.show_favorites()

        seen = {}

        def found():
            seen.update(dict.fromkeys(self.titles("Favorites")))
            if NEWER_GTK and seen and len(seen) < count:
                self.keys.press("Page_Down")
            return list(seen) if len(seen) == count else None

        return self.until(f"{count} favorites", found)

    def favorites_are(self, titles):
        """Shows Favorites and waits until they are exactly these, in this order."""
        self.show_favorites()
        self.expect("the favorites", lambda: self.titles("Favorites"), titles)

    def favorites_are_empty(self):
        self.show_favorites()
        self.wait(None, "No Favorites Yet")
        self.expect("the favorites", lambda: self.titles("Favorites"), [])

    # Focus

    def focus_is_in(self, node):
        """Returns whether the node or a node inside it has the focus. The text of an entry is a separate node."""
        return tree.has(node, tree.STATE.FOCUSED) or tree.focused(node) is not None

    def wait_focus_in(self, what, probe):
        def looked_up():
            node = probe()
            return node is not None and self.focus_is_in(node)

        self.until(f"the focus in {what}", looked_up)

    def wait_focus_in_entry(self):
        self.wait_focus_in("the search entry", self.entry)

    # Closing

    def close(self):
        self.keys.press("ctrl+w")
        return self.ended()
