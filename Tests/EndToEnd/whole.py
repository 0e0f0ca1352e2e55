"""The window with a second catalog, which lives in the tests alone."""

import tree
from app import CELLS
from screens import Stargazer


class Whole(Stargazer):
    binary = CELLS

    def shows(self, name):
        """Waits until that catalog is the one that is searched."""
        self.until(f"{name} pressed", lambda: self.is_pressed(tree.BUTTON, name))

    def go(self, name):
        """By its toggle, whichever number it has."""
        self.press(tree.BUTTON, name, until=lambda: self.is_pressed(tree.BUTTON, name))
        self.wait_focus_in_entry()

    def names(self):
        return [node.name for node in self.children_of("Results") if node.role == tree.ROW]

    def mineral_in_focus(self):
        node = self.focused()
        return node is not None and node.role == tree.ROW and "Gold" in node.name
