"""Reading the accessibility tree: what a screen reader would find, by role and accessible name.

A node that vanishes while we look counts as not there; callers wait with `eventually`.
"""

import contextlib

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

STATE = Atspi.StateType
BUTTON = "push button"
ROW = "list item"
CONTAINERS = ("panel", "scroll pane", "filler")


def connect():
    Atspi.init()
    Atspi.set_timeout(5000, 15000)


def program(pid):
    """The root node of the program with this process id, or None.

    The client library keeps no cache for it, so that each read is the truth of that moment.
    """
    desktop = Atspi.get_desktop(0)
    # Clearing its cache instead goes into the windows of programs that are gone, which can crash.
    desktop.set_cache_mask(Atspi.Cache.NONE)
    for node in children(desktop):
        with contextlib.suppress(GLib.Error):
            if node.get_process_id() == pid:
                node.set_cache_mask(Atspi.Cache.NONE)
                return node
    return None


def children(node):
    with contextlib.suppress(GLib.Error):
        for index in range(node.get_child_count()):
            child = node.get_child_at_index(index)
            if child is not None:
                yield child


def role(node):
    with contextlib.suppress(GLib.Error):
        return node.get_role_name()
    return ""


def name(node):
    """GTK 4.8 says the name of a button twice when its label and its labelled-by relation agree."""
    text = node.get_name() or ""
    half = text[: len(text) // 2]
    return half if text == f"{half} {half}" else text


def has(node, *states):
    with contextlib.suppress(GLib.Error):
        present = node.get_state_set()
        return all(present.contains(state) for state in states)
    return False


def visible(node, in_row=False):
    """GTK 4.8 sets SHOWING on the window alone, and VISIBLE on every node that is in the tree.

    The pages of a stack that do not show are in the tree too: those that never did have no size. Neither has what is
    in a row that is scrolled away, but that counts.
    """
    if not has(node, STATE.VISIBLE):
        return False
    with contextlib.suppress(GLib.Error):
        if role(node) in CONTAINERS and not in_row:
            place = node.get_extents(Atspi.CoordType.WINDOW)
            return place.width > 0 and place.height > 0
    # A page of a stack is no widget and has no place of its own.
    return True


def pressed(node):
    return has(node, STATE.PRESSED)


def walk(node, rows=False, in_row=False):
    """Every visible node below, depth first. Rows are given but entered only when `rows`: a list holds 200 of them."""
    in_row = in_row or role(node) == ROW
    for child in children(node):
        if not visible(child, in_row):
            continue
        yield child
        if rows or role(child) != ROW:
            yield from walk(child, rows, in_row)


def matches(node, wanted_role=None, wanted_name=None):
    """`wanted_role` is a role or several; `wanted_name` a text, or a test of the text."""
    roles = (wanted_role,) if isinstance(wanted_role, str) else wanted_role
    with contextlib.suppress(GLib.Error):
        if roles is not None and role(node) not in roles:
            return False
        if wanted_name is None:
            return True
        text = name(node)
        return wanted_name(text) if callable(wanted_name) else text == wanted_name
    return False


def find(root, wanted_role=None, wanted_name=None, rows=False):
    """The first visible node of that role and name (a text, or a test of the text), or None."""
    return next((node for node in walk(root, rows) if matches(node, wanted_role, wanted_name)), None)


def find_all(root, wanted_role=None, wanted_name=None, rows=False):
    return [node for node in walk(root, rows) if matches(node, wanted_role, wanted_name)]


def text(node):
    """What an entry holds. The character count is asked first: -1 as the end gives nothing in GTK 4.8."""
    with contextlib.suppress(GLib.Error):
        return Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node))
    return ""


def act(node):
    """What pressing it would do. A menu button is two nested ones, and the inner one takes the press."""
    inner = next((child for child in children(node) if role(child) == BUTTON), node)
    return inner.do_action(0)


def described_by(node):
    """The texts of the nodes that describe this one."""
    found = []
    for relation in node.get_relation_set():
        if relation.get_relation_type() == Atspi.RelationType.DESCRIBED_BY:
            found += [name(relation.get_target(index)) for index in range(relation.get_n_targets())]
    return found


def dump(root, rows=12):
    """One line per visible node, for a failed test to show; of a list only the first rows."""
    lines = []

    def add(node, depth):
        count = 0
        for child in children(node):
            with contextlib.suppress(GLib.Error):
                if not visible(child):
                    continue
                marks = [mark for mark in ("FOCUSED", "PRESSED", "SELECTED") if has(child, getattr(STATE, mark))]
                count += role(child) == ROW
                if count <= rows or marks:
                    lines.append(f"{'  ' * depth}{role(child)} {name(child)!r} {' '.join(marks)}".rstrip())
                    add(child, depth + 1)
        if count > rows:
            lines.append(f"{'  ' * depth}({count} rows)")

    add(root, 0)
    return "\n".join(lines)
