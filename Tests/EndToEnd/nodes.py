"""The nodes of the accessibility tree, and the bus that queries them."""

import ast
import collections
import contextlib
import os
import re
from typing import NamedTuple

import gi

from waiting import PATIENCE, in_one_look, look_again

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

STATE = Atspi.StateType
BUTTON = "push button"
ROW = "list item"
MENU_ITEM = "menu item"

TIMEOUT = int(PATIENCE * 1000)
"""The time limit of an answer, in milliseconds."""

ROOT = "/org/a11y/atspi/accessible/root"
ACCESSIBLE = "org.a11y.atspi.Accessible"


class Bus:
    """The accessibility bus of the session."""

    def __init__(self, session):
        address = self._open(session).call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, Gio.DBusCallFlags.NONE,
            TIMEOUT, None)
        self._connection = self._open(address.unpack()[0])

    @staticmethod
    def _open(address):
        flags = Gio.DBusConnectionFlags
        flags = flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION
        return Gio.DBusConnection.new_for_address_sync(address, flags, None, None)

    def call(self, *question):
        return self.raw(*question).unpack()

    def raw(self, program, path, interface, method, arguments=None):
        return self._connection.call_sync(
            program, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, TIMEOUT, None)

    def call_all(self, program, questions):
        """Sends many calls at once: tuples of path, interface, method and, if any, arguments. Returns the answers by
        question. The answer of a missing node is None."""
        answers = dict.fromkeys(questions)
        left = set(answers)

        def keep(connection, result, question):
            left.discard(question)
            with contextlib.suppress(GLib.Error):
                answers[question] = connection.call_finish(result).unpack()

        for question in answers:
            path, interface, method, *arguments = question
            self._connection.call(
                program, path, interface, method, arguments[0] if arguments else None, None, Gio.DBusCallFlags.NONE,
                TIMEOUT, None, keep, question)
        while left:
            GLib.MainContext.default().iteration(True)
        return answers


bus = None


def connect(session=None):
    global bus
    bus = Bus(session or os.environ["DBUS_SESSION_BUS_ADDRESS"])


class Place(NamedTuple):
    x: int
    y: int
    width: int
    height: int


class Item(NamedTuple):
    """A node as the program's cache reports it."""

    path: str
    parent: str
    index: int
    count: int
    name: str
    role: str
    states: int


class Listing(NamedTuple):
    """All nodes of a program that were exposed before, by path, and the paths by the parent that they report."""

    items: dict
    told: dict


QUOTED = r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
REFERENCE = r"\('[^']*', '([^']*)'\)"
ITEM = re.compile(
    rf"([^']*)'\), {REFERENCE}, {REFERENCE}, (-?\d+), (-?\d+), \[[^]]*\], {QUOTED}, (\d+), {QUOTED}, "
    r"\[(\d+), (\d+)\]\)")
MOST_KNOWN = 20_000
known = {}
"""The items by their texts: most are the same in the next answer."""
last = {}
"""The last answer, as a text and as a listing, by program: often the next one is the same."""


def listing(program):
    """Returns the listing that this look reads, or has read a moment ago."""
    return in_one_look(program, lambda: listing_now(program))


def listing_now(program):
    """Reads the text of the answer, since reading it value by value is far slower."""
    answer = bus.raw(program, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems").print_(False)
    if program not in last or last[program][0] != answer:
        if len(known) > MOST_KNOWN:
            known.clear()
        # Only the text of an item begins with the program's name on the bus in two brackets.
        items = sorted(map(item, answer.split(f"(('{program}', '")[1:]), key=lambda item: item.index)
        told = collections.defaultdict(list)
        for one in items:
            told[one.parent].append(one.path)
        last.clear()
        last[program] = answer, Listing({one.path: one for one in items}, told)
    return last[program][1]


def item(text):
    if text not in known:
        path, _, parent, index, count, name, role, _, low, high = ITEM.match(text).groups()
        name = ast.literal_eval(name) if "\\" in name else name[1:-1]
        known[text] = Item(
            path, parent, int(index), int(count), once(name), role_name(int(role)), int(high) << 32 | int(low))
    return known[text]


class Node:
    """A node of a program. `role`, `name` and `states` are those at the time it was found."""

    def __init__(self, program, path, item=None):
        self.program = program
        self.path = path
        if item:
            self.role, self.name, self.states = item.role, item.name, item.states

    def __eq__(self, other):
        return isinstance(other, Node) and (self.program, self.path) == (other.program, other.path)

    def __hash__(self):
        return hash(self.path)

    def ask(self, method, arguments=None, interface=ACCESSIBLE):
        return bus.call(self.program, self.path, interface, method, arguments)

    def property(self, name, interface=ACCESSIBLE):
        return self.ask("Get", GLib.Variant("(ss)", (interface, name)), "org.freedesktop.DBus.Properties")[0]

    def get_parent(self):
        return Node(*self.property("Parent"))

    def do_action(self, index):
        look_again()
        return self.ask("DoAction", GLib.Variant("(i)", (index,)), "org.a11y.atspi.Action")[0]


# Newer GTK gives some nodes other roles, and newer libraries other role names.
SAME_ROLES = {"button": BUTTON, "toggle button": BUTTON, "grouping": "panel"}


def role_name(number, names={}):
    if number not in names:
        name = Atspi.role_get_name(Atspi.Role(number))
        names[number] = SAME_ROLES.get(name, name)
    return names[number]


def once(text):
    """Removes the repetition in a button's name: GTK 4.8 says it twice when label and labelled-by relation are
    equal."""
    half = text[: len(text) // 2]
    return half if text == f"{half} {half}" else text


def includes(states, *wanted):
    return all(states >> int(state) & 1 for state in wanted)


def program(pid):
    """Returns the root node of the program with this process ID, or None."""
    with contextlib.suppress(GLib.Error):
        for name, path in bus.call("org.a11y.atspi.Registry", ROOT, ACCESSIBLE, "GetChildren")[0]:
            with contextlib.suppress(GLib.Error):
                asked = GLib.Variant("(s)", (name,))
                dbus = "org.freedesktop.DBus"
                if bus.call(dbus, "/org/freedesktop/DBus", dbus, "GetConnectionUnixProcessID", asked) == (pid,):
                    return Node(name, path)
    return None
