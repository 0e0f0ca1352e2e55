"""The nodes of the accessibility tree, and the bus that queries them."""

import ast
import contextlib
import os
import re
from typing import NamedTuple

import gi

from waiting import PATIENCE

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


QUOTED = r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
REFERENCE = r"\('[^']*', '([^']*)'\)"
ITEM = re.compile(
    rf"\({REFERENCE}, {REFERENCE}, {REFERENCE}, (-?\d+), (-?\d+), \[[^]]*\], {QUOTED}, (\d+), {QUOTED}, "
    r"\[(\d+), (\d+)\]\)")


def items(program):
    """Returns all nodes that were exposed before. Parses the text of the answer, since reading it value by value is
    far slower."""
    answer = bus.raw(program, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems")
    for path, _, parent, index, count, name, role, _, low, high in ITEM.findall(answer.print_(False)):
        name = ast.literal_eval(name) if "\\" in name else name[1:-1]
        yield Item(path, parent, int(index), int(count), once(name), role_name(int(role)), int(high) << 32 | int(low))


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
