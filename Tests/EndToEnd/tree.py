"""Reads the accessibility tree as a screen reader does, by role and accessible name.

It requests all nodes of a program at once, so the result is consistent: answers node by node would come from
different moments, far apart on a busy machine. A node that disappears meanwhile counts as missing. A program that
does not answer is an error, or all its nodes would count as missing. Callers wait with `eventually`.
"""

import contextlib
import time

import nodes
from nodes import (
    ACCESSIBLE, BUTTON, MENU_ITEM, ROOT, ROW, STATE, Atspi, GLib, Node, Place, connect, includes, listing,
    once, program, role_name,
)  # fmt: skip
from waiting import look_again

__all__ = ["BUTTON", "MENU_ITEM", "ROW", "STATE", "connect", "includes", "program"]
CONTAINERS = ("panel", "scroll pane", "filler")
ROUNDS = 50
"""Each round may reveal one more level."""
COST_OF_ASKING = 30
"""The number of nodes that can be listed in the time that it takes to ask one node what it is and what is in it."""
RECALL = 1.0
"""Seconds for which the children of a node are remembered, if what the program reports of it stays the same."""

remembered = {}
"""By program and path: the time when a node was asked for its children, what the program reported about it then, and
the children."""


class Snapshot:
    """The nodes below a node at one moment, by path, with their parents."""

    def __init__(self, start, rows=False, only_children=False, closed=None):
        """`closed` is the name of a panel whose content is left out."""
        self.start = start
        self._rows = rows
        self._only_children = only_children
        self._closed = closed
        self.items, self._told = listing(start.program)
        # A list view reuses rows, and what is reported of them may be that of the item they had before. There are too
        # many rows to ask all of them, but a single one can be asked.
        self._is_one_row = start.path in self.items and self.items[start.path].role == ROW
        self._asked = {}
        self._times = {}
        self._take()
        self._remember()

    def _take(self):
        """Collects the nodes.

        The parents that a program reports are partly outdated. So all nodes outside rows are asked for their children.
        The parents tell which nodes to ask. A wrong guess takes another round.
        """
        for _ in range(ROUNDS):
            unknown = [path for path, in_row in self._containers() if not self._is_known(path, in_row)]
            if not unknown:
                break
            if self._ask_down(unknown):
                # The cache lists only nodes that were requested before.
                look_again()
                self.items, self._told = listing(self.start.program)

    def _ask_down(self, paths):
        """Asks the nodes for their children, and a few new children for theirs: their parents need not wait for the
        next list of all nodes then. Returns whether there are new nodes."""
        has_new = False
        while paths:
            answers = self._ask(paths, "GetChildren")
            new = []
            now = time.monotonic()
            for path in paths:
                self._asked[path] = [child for _, child in answers[path, "GetChildren"]]
                self._times[path] = now
                new += [child for child in self._asked[path] if child not in self.items]
            has_new = has_new or bool(new)
            are_many = len(new) * COST_OF_ASKING > len(self.items)
            paths = [] if self._only_children or are_many else self._that_open(new)
        return has_new

    def _remember(self):
        """Remembers the children with what the program reports now, if their number is the same."""
        for path, when in self._times.items():
            if path in self.items and self.items[path].count == len(self._asked[path]):
                remembered[self.start.program, path] = when, self._report(path), self._asked[path]

    def _that_open(self, paths):
        answers = self._ask(paths, "GetRole", "GetState")

        def is_open(path):
            role, state = answers[path, "GetRole"], answers[path, "GetState"]
            is_there = role and state and includes(state[1] << 32 | state[0], STATE.VISIBLE)
            return is_there and (self._rows or role_name(role) != ROW)

        return [path for path in paths if is_open(path)]

    def _ask(self, paths, *methods):
        """Returns the answers by path and method; an empty one for a missing node."""
        questions = [(path, ACCESSIBLE, method) for path in paths for method in methods]
        answers = nodes.bus.call_all(self.start.program, questions)
        return {(path, method): answer[0] if answer else [] for (path, _, method), answer in answers.items()}

    def _is_known(self, path, in_row):
        if path in self._asked:
            return True
        item, told = self.items[path], self._told[path]
        # The program itself reports no children.
        if path == ROOT or not in_row or self._is_one_row:
            return path != ROOT and (item.count == 0 or self._recall(path))
        return [self.items[child].index for child in told] == list(range(item.count))

    def _report(self, path):
        """Returns what the list of all nodes says about a node's children: their number, and the nodes that have it as
        their parent."""
        return self.items[path].count, self._told[path]

    def _recall(self, path):
        """Uses the children that were asked for a moment ago, if nothing reported of the node has changed."""
        when, report, children = remembered.get((self.start.program, path), (-RECALL, None, []))
        is_fresh = time.monotonic() - when < RECALL and report == self._report(path)
        if is_fresh and all(child in self.items for child in children):
            self._asked[path] = children
            return True
        return False

    def below(self, path):
        """Returns the paths of the children."""
        return [child for child in self._asked.get(path, self._told[path]) if child in self.items]

    def _containers(self):
        """Yields the paths to look into, and whether they are in a row. It enters rows only on request."""
        waiting = [(self.start.path, False)] if self.start.path in self.items else []
        while waiting:
            path, in_row = waiting.pop()
            in_row = in_row or self.items[path].role == ROW
            yield path, in_row
            if not self._only_children:
                below = [child for child in self.below(path) if self._is_there(child) and self._opens(child)]
                waiting += [(child, in_row) for child in below]

    def _is_there(self, path):
        return includes(self.items[path].states, STATE.VISIBLE)

    def _opens(self, path):
        item = self.items[path]
        if self._closed and item.name == self._closed and item.role == "panel":
            return False
        return self._rows or item.role != ROW

    def children(self):
        return [self._node(path) for path in self.below(self.start.path)]

    def _node(self, path):
        node = Node(self.start.program, path, self.items[path])
        if node.role == MENU_ITEM and not node.name:
            # GTK 4.18 leaves the name to the label, which it does not include in the tree.
            node.name = " ".join(text(label) for label in related(node, Atspi.RelationType.LABELLED_BY))
        return node

    def visible(self, test=lambda node: True):
        """Returns pairs of node and depth, depth first: the visible nodes that pass the test.

        GTK 4.8 sets SHOWING only on the window, and VISIBLE on every node in the tree. Hidden pages of a stack are
        in the tree too: those that were never visible have no size. Nodes in rows that are scrolled away have no
        size either, but they count.
        """
        found = [entry for entry in self._walk() if test(entry[0])]
        boxes = {path for *_, boxes in found for path in boxes}
        window = GLib.Variant("(u)", (int(Atspi.CoordType.WINDOW),))
        sizes = nodes.bus.call_all(
            self.start.program, [(path, "org.a11y.atspi.Component", "GetExtents", window) for path in boxes])
        hidden = {path for (path, *_), answer in sizes.items() if answer and 0 in answer[0][2:]}
        return [(node, depth) for node, depth, boxes in found if hidden.isdisjoint(boxes)]

    def _walk(self):
        """Yields each node below the start, its depth, and the containers that it is in or that it is, outside rows."""
        waiting = [(self.start.path, -1, False, ())] if self.start.path in self.items else []
        while waiting:
            path, depth, in_row, boxes = waiting.pop()
            node = self._node(path)
            if depth >= 0:
                if node.role in CONTAINERS and not in_row:
                    boxes += (path,)
                yield node, depth, boxes
            if depth < 0 or self._opens(path):
                in_row = in_row or node.role == ROW
                below = [child for child in self.below(path) if self._is_there(child)]
                waiting += [(child, depth + 1, in_row, boxes) for child in reversed(below)]


def windows(root):
    """Returns the windows without their contents."""
    return [Node(*place) for place in told(root, lambda node: node.ask("GetChildren")[0], [])]


def children(node):
    return Snapshot(node, only_children=True).children()


def children_in(root, wanted_role, wanted_names, closed=None):
    """Returns the children of the first visible node of that role with each name."""
    found = {}
    for node, _ in Snapshot(root, closed=closed).visible(
            lambda node: node.role == wanted_role and node.name in wanted_names):
        found.setdefault(node.name, node)
    # Rows that scroll have other children by the time that the whole snapshot is complete.
    return [child for node in found.values() for child in children(node)]


def told(node, question, otherwise=None):
    """Returns the node's current answer; `otherwise` when the node is None or missing."""
    if node is not None:
        with contextlib.suppress(GLib.Error):
            return question(node)
    return otherwise


def role(node):
    return told(node, lambda node: role_name(node.ask("GetRole")[0]), "")


def name(node):
    return told(node, lambda node: once(node.property("Name")), "")


def has(node, *states):
    """Returns whether the node has the states; None when it is missing. Test for a missing state with `is False`."""

    def asked(node):
        low, high = node.ask("GetState")[0]
        return includes(high << 32 | low, *states)

    return told(node, asked)


def pressed(node):
    """Returns whether the button is pressed; None when the node is missing."""
    return has(node, STATE.PRESSED) or has(node, STATE.CHECKED)


def walk(node, rows=False):
    """Returns every visible node below, depth first. Enters rows only with `rows`: a list has 200 of them."""
    return [found for found, _ in Snapshot(node, rows).visible()]


def matches(node, wanted_role=None, wanted_name=None):
    """`wanted_role` is a role or several; `wanted_name` is a text or a predicate."""
    roles = (wanted_role,) if isinstance(wanted_role, str) else wanted_role
    if roles is not None and node.role not in roles:
        return False
    if wanted_name is None:
        return True
    return wanted_name(node.name) if callable(wanted_name) else node.name == wanted_name


def find(root, wanted_role=None, wanted_name=None, rows=False):
    """Returns the first visible node of that role and name (a text or a predicate), or None."""
    return next(iter(find_all(root, wanted_role, wanted_name, rows)), None)


def find_all(root, wanted_role=None, wanted_name=None, rows=False):
    return [node for node, _ in Snapshot(root, rows).visible(lambda node: matches(node, wanted_role, wanted_name))]


def place(node):
    """Returns the node's rectangle in its window, or None."""
    window = GLib.Variant("(u)", (int(Atspi.CoordType.WINDOW),))
    return told(node, lambda node: Place(*node.ask("GetExtents", window, "org.a11y.atspi.Component")[0]))


def description(node):
    """Returns the accessible description."""
    return told(node, lambda node: node.property("Description"), "")


def focused(root):
    """Returns the node with the focus, or None. Looks into rows last: a node that was looked at once is in all later
    answers of the program."""
    for rows in (False, True):
        found = Snapshot(root, rows).visible(lambda node: includes(node.states, STATE.FOCUSED))
        if found:
            return found[0][0]
    return None


def text(node):
    """Returns the text of an entry. Reads the character count first: in GTK 4.8 an end of -1 returns nothing."""
    interface = "org.a11y.atspi.Text"

    def asked(node):
        count = node.property("CharacterCount", interface)
        return node.ask("GetText", GLib.Variant("(ii)", (0, count)), interface)[0]

    return told(node, asked, "")


def act(node):
    """Presses the node. A menu button consists of two nested nodes, and the inner one handles the press."""
    inside = [Node(*place) for place in told(node, lambda node: node.ask("GetChildren")[0], [])]
    return next((inner for inner in inside if role(inner) == BUTTON), node).do_action(0)


def described_by(node):
    """Returns the names of the nodes that describe this one."""
    return [name(other) for other in related(node, Atspi.RelationType.DESCRIBED_BY)]


def related(node, wanted):
    """Returns the nodes that have this relation to the node."""
    relations = told(node, lambda node: node.ask("GetRelationSet")[0], [])
    return [Node(*target) for kind, targets in relations if kind == int(wanted) for target in targets]


def dump(root, rows=12):
    """Returns one line per visible node for the message of a failed test; only the first rows of a list."""
    lines, count = [], 0
    for node, depth in Snapshot(root).visible():
        marks = [mark for mark in ("FOCUSED", "PRESSED", "SELECTED") if includes(node.states, getattr(STATE, mark))]
        count = count + 1 if node.role == ROW else 0
        if count <= rows or marks:
            lines.append(f"{'  ' * depth}{node.role} {node.name!r} {' '.join(marks)}".rstrip())
        elif count == rows + 1:
            lines.append(f"{'  ' * depth}(more rows)")
    return "\n".join(lines)
