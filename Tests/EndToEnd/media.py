"""The window with GIFs and photos in addition to the other catalogs."""

import tree
from app import NEWER_GTK
from screens import Stargazer

KEY = "NeverToBeSeen0123456789"
GIFS, PHOTOS = "GIFs", "Photos"
# The services whose servers options name.
API_NAMES = ("github", "giphy", "flickr", "commons")


class Media(Stargazer):
    def shows(self, name):
        self.expect("the source", self.source, name)

    def go(self, name, keys):
        self.keys.press(keys)
        self.shows(name)

    def go_keyed(self, name, keys):
        """Shows pictures on the service that requires a key, which is missing."""
        self.go(name, keys)
        service = SERVICES[name][0]
        choose_source(self, service)
        self.wait(None, f"{service} Needs a Key")

    def cells(self, name="Results"):
        return [node for node in self.children_of(name) if node.role == tree.ROW]

    def names(self, name="Results"):
        return [node.name for node in self.cells(name)]

    def show_information(self):
        """Opens the panel with what is known about the picture in the details."""
        self.press(tree.BUTTON, "Information", until=lambda: self.is_pressed(tree.BUTTON, "Information"))

    def focused_cell(self):
        return next((node for node in self.cells() if tree.includes(node.states, tree.STATE.FOCUSED)), None)

    def first_name(self):
        """Returns the name of the first item; empty when there is none."""
        return next(iter(self.names()), "")

    def wait_for_cells(self):
        return self.until("cells", self.cells)

    def enter_key(self, key):
        field = self.wait("text", "Key")
        self.tab_to(field, self.root)
        self.keys.press("ctrl+a")
        self.keys.type(key)
        self.expect("the letters in the field", lambda: len(tree.text(self.find("text", "Key"))), len(key))
        self.keys.press("Return")


def choose_source(app, service):
    """Searches the catalog on its other service, from the filters."""
    app.press(tree.BUTTON, lambda name: name.startswith("Filters"), until=lambda: app.find("combo box", "Source"))

    def focus_in_list():
        focused = app.focused()
        return focused is not None and focused.role == tree.ROW

    app.press("combo box", "Source", until=focus_in_list)
    names = SERVICES[app.source()]
    app.keys.press("Up" if names.index(service) == 0 else "Down", "Return")
    app.until(f"the list of {service}", lambda: app.find("combo box", "Source") is None)


SERVICES = {"GIFs": ["GIPHY", "Wikimedia Commons"], "Photos": ["Flickr", "Wikimedia Commons"]}


def open_only(app, words):
    """Searches for words that only one picture matches, and opens it."""
    app.keys.press("ctrl+f")
    before = app.until("the results", app.names)
    app.ask(words)

    def other():
        """The previous results stay until the answer arrives."""
        names = app.names()
        return names if len(names) == 1 and names != before and app.count().startswith("1 ") else None

    app.until("one picture", other)
    app.keys.press("Down", "Return")

    def details():
        # A cell may be announced while it still has the name of its previous content.
        found = other()
        if found:
            return app.find("label", found[0].split(",")[0])
        # GTK 4.18 lists only the page on top, without the results below.
        return NEWER_GTK and not app.names() and app.find(tree.BUTTON, "Information")

    app.until("its details", details)
