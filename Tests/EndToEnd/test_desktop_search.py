"""Searches by GNOME Shell and KRunner for favorites and recent searches: answered without a window and only from the
disk."""

import contextlib
import hashlib
import json
import os
import re
import shutil
import signal
import sqlite3
import time
import xml.etree.ElementTree as XML

import pytest
from gi.repository import GLib

import tree
from processes import end
from screens import Stargazer, title
from session import BUS, LAUNCHER, RUNNER, SHELL, Session
from waiting import PATIENCE, eventually

STAYS = 30
"""Seconds that the process stays after the last call."""


class Service(Stargazer):
    """The program as the bus starts it: without a window. Entering the context waits for a window."""

    def __init__(self, desktop, home, **environment):
        super().__init__(desktop, home, "--gapplication-service", GSETTINGS_BACKEND="keyfile", **environment)


@pytest.fixture
def session(desktop):
    return Session(desktop)


@pytest.fixture
def titles(launch, server):
    """The titles of two favorites in the library of this home, and a recent search; no program runs."""
    with launch(server) as app:
        app.search_for_rows("swift")
        found = []
        row = app.select_first()
        for _ in range(2):
            app.keys.press("ctrl+d")
            app.wait_starred(row)
            found.append(title(row))
            app.keys.press("Down")
            row = app.until("the next row", lambda before=row: app.selected() != before and app.selected())
        pictures = app.home / "cache/stargazer/pictures"
        app.until("a picture", lambda: pictures.exists() and any(pictures.glob("?" * 64)))
        app.close()
    # The stand-in's avatars are cached under the size that its rows requested. The service runs with GitHub's own
    # server, so it does not look for them there.
    with contextlib.closing(sqlite3.connect(app.home / "data/stargazer/library.sqlite")) as library:
        for (snapshot,) in library.execute("SELECT snapshot FROM item"):
            address = json.loads(snapshot)["avatar_url"]
            name = hashlib.sha256(address.encode()).hexdigest()
            shutil.copy(next(pictures.glob("?" * 64)), pictures / name)
    return found


@pytest.fixture
def service(desktop, home, titles, session):
    service = Service(desktop, home)
    service.start()
    try:
        session.wait(service.process.pid)
        yield service
    finally:
        end(service.process)
        service.assert_no_complaints()


def ask(session, *terms):
    return session.call(SHELL, "GetInitialResultSet", "(as)", list(terms))


def has_no_frame(pid):
    root = tree.program(pid)
    return root is None or tree.find(root, "frame") is None


def has_no_window(service):
    return not service.windows() and has_no_frame(service.process.pid)


def test_the_objects_are_what_the_desktops_expect(session, service):
    wanted = {
        SHELL: {"GetInitialResultSet": "as>as", "GetSubsearchResultSet": "asas>as", "GetResultMetas": "as>aa{sv}",
                "ActivateResult": "sasu>", "LaunchSearch": "asu>"},
        RUNNER: {"Actions": ">a(sss)", "Match": "s>a(sssuda{sv})", "Run": "ss>"},
    }  # fmt: skip
    for (path, interface), methods in wanted.items():
        told = XML.fromstring(session.call((path, "org.freedesktop.DBus.Introspectable"), "Introspect"))
        found = {}
        for method in told.findall(f"interface[@name='{interface}']/method"):
            way = {"in": "", "out": ""}
            for argument in method.findall("arg"):
                way[argument.get("direction")] += argument.get("type")
            found[method.get("name")] = f"{way['in']}>{way['out']}"
        assert found == methods


def test_favorites_and_recent_searches_are_found_without_a_window(session, service, titles):
    words = titles[0].replace("/", " ").split()
    found = ask(session, *words)
    metas = session.call(SHELL, "GetResultMetas", "(as)", found)
    assert [meta["id"] for meta in metas] == found
    assert titles[0] in [meta["name"] for meta in metas]
    meta = next(meta for meta in metas if meta["name"] == titles[0])
    assert meta["description"]
    width, height, stride, has_alpha, bits, channels, pixels = meta["icon-data"]
    assert bits == 8 and channels == 3 + has_alpha and 0 < min(width, height) <= 64
    assert len(pixels) >= stride * (height - 1) + width * channels
    assert session.call(SHELL, "GetSubsearchResultSet", "(asas)", found, [words[0]]) == ask(session, words[0])
    assert ask(session, "no such thing") == ask(session) == ask(session, " ") == []
    searches = [meta for meta in session.call(SHELL, "GetResultMetas", "(as)", ask(session, "swi"))
                if meta["id"].startswith("search/")]
    told = [(meta["name"], meta["description"], meta.get("gicon")) for meta in searches]
    assert told == [("swift", "Recent search: Repositories", "document-open-recent-symbolic")]
    eventually("no window", lambda: has_no_window(service))


def test_krunner_is_answered_the_same(session, service, titles):
    assert session.call(RUNNER, "Actions") == []
    matches = session.call(RUNNER, "Match", "(s)", titles[0].replace("/", " "))
    assert [match[0] for match in matches] == ask(session, *titles[0].split("/"))[:10]
    name, text, icon, kind, relevance, more = matches[0]
    assert text == titles[0] and icon == "starred-symbolic" and kind == 30 and 0 < relevance <= 1
    assert more["subtext"] and more["icon-data"][4] == 8
    session.call(RUNNER, "Run", "(ss)", name, "")
    with service:
        service.wait(None, lambda text: text == titles[0].split("/")[1], within=service.wait("panel", "Details"))


def test_going_on_searches_in_a_window(session, service):
    session.call(SHELL, "LaunchSearch", "(asu)", ["swift", "gtk"], 0)
    with service:
        service.expect("the words in the entry", service.query, "swift gtk")
        session.call(SHELL, "ActivateResult", "(sasu)", "search/people/ada", ["ada"], 0)
        service.expect("the other words", service.query, "ada")
        service.expect("the source", service.source, "People")
        assert len(service.windows()) == 1


@pytest.mark.parametrize("door, method, signature, arguments", [
    (LAUNCHER, "Open", "(asa{sv})", (["stargazer://repo/a/parser"], {})),
    (SHELL, "ActivateResult", "(sasu)", ("favorite/1", ["parser"], 0)),
    (RUNNER, "Run", "(ss)", ("favorite/1", "")),
])  # fmt: skip
def test_what_the_desktop_opens_at_a_start_wins_over_what_was_shown_last(
        session, desktop, home, settings, console, favorites_file, door, method, signature, arguments):
    console("--import", favorites_file)
    settings.write(last_source="'favorites'")
    service = Service(desktop, home)
    service.start()
    try:
        session.wait(service.process.pid)
        session.call(door, method, signature, *arguments)
        with service:
            service.wait_for_rows("Favorites")
            details = service.wait("panel", "Details")
            # Without a network, the page of a link names what it cannot load.
            service.wait(None, lambda text: text == "parser" or text.startswith("a/parser\n"), within=details)
            service.expect("the selected row", lambda: service.selected("Favorites"), None)
    finally:
        end(service.process)


def test_nonsense_is_refused_and_does_no_harm(session, service, titles):
    for method, signature, arguments in [
        ("GetInitialResultSet", "(s)", ["swift"]), ("GetResultMetas", "(aas)", [[["a"]]]), ("NoSuchMethod", "()", []),
    ]:  # fmt: skip
        with pytest.raises(GLib.Error):
            session.call(SHELL, method, signature, *arguments)
    odd = ["", "favorite/0", "favorite/999999", "favorite/x", "search/nowhere/x", "x" * 100_000, "../../etc/passwd"]
    metas = session.call(SHELL, "GetResultMetas", "(as)", odd)
    assert [meta["id"][:99] for meta in metas] == [name[:99] for name in odd]
    assert {meta["name"] for meta in metas} == {"No Longer in Favorites"}
    assert ask(session, "x" * 1_000_000) == ask(session, *['"', "'", "*", "NEAR(", "a AND"]) == []
    assert ask(session, *titles[0].split("/"))


def test_nothing_but_the_library_is_asked(desktop, home, titles, session, tmp_path):
    """The program connects only to programs of this machine: the session bus, the display, the accessibility bus."""
    trace = tmp_path / "trace"
    service = Service(desktop, home)
    service.before = ("strace", "-f", "-qq", "-e", "trace=socket,connect,execve", "-o", trace)
    service.start()
    try:
        pid = eventually("the application on the bus", session.process)
        found = ask(session, *titles[0].split("/"))
        assert found and session.call(SHELL, "GetResultMetas", "(as)", found)
        # A program that looks for a keyring asks the bus for its name; the bus has no such service.
        assert not session.call(BUS, "NameHasOwner", "(s)", "org.freedesktop.secrets", to=BUS[1])
        eventually("no window", lambda: has_no_frame(pid))
    finally:
        # Ending only the tracer would leave the program behind, with the bus name that the next test needs.
        if traced := session.process():
            os.kill(traced, signal.SIGTERM)
        end(service.process)
        eventually("the name to be free", lambda: session.process() is None)
    calls = trace.read_text()
    assert "AF_UNIX" in calls
    assert not re.findall(r"^.*AF_INET.*$", calls, re.MULTILINE)


def test_the_bus_starts_it_and_it_ends_by_itself(desktop, home, titles, session):
    service = Service(desktop, home)
    session.register_service(service.binary, desktop.environment(home))
    try:
        assert session.process() is None
        assert ask(session, *titles[0].split("/"))
        asked = time.monotonic()
        pid = session.process()
        assert pid is not None
        eventually("its end", lambda: session.process() is None, STAYS + PATIENCE)
        assert time.monotonic() - asked >= STAYS - 1
    finally:
        session.unregister_service()
