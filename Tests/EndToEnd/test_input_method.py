"""Typing with an input method: Chewing with IBus, as in Taiwan. Text being composed is not in the entry yet."""

import subprocess

import pytest

from log import query, searches
from processes import end
from waiting import eventually

YOU, YOU_ARE_WELL = "su3", "su3cl3"
"""The keys that type 你 and 你好 by their sounds."""


@pytest.fixture
def composing(desktop, home):
    """The environment of a program that uses Chewing."""
    environment = desktop.environment(home)
    with open(home / "ibus.log", "wb") as log:
        daemon = subprocess.Popen(
            ["ibus-daemon", "--panel=disable", "--config=disable"], env=environment, stdout=log, stderr=log)

    def ibus(*words):
        return subprocess.run(["ibus", *words], env=environment, capture_output=True, text=True, check=False).stdout

    eventually("IBus", lambda: ibus("address").startswith("unix:"))
    # The command reports an error when there are no keyboard layouts to change.
    ibus("engine", "chewing")
    eventually("Chewing", lambda: ibus("engine").strip() == "chewing", explain=(home / "ibus.log").read_text)
    yield {"GTK_IM_MODULE": "ibus"}
    end(daemon)


@pytest.fixture
def app(launch, server, composing):
    """The application with results and their query selected. While a qualifier has no value, only Enter searches, so
    its effect can be seen."""
    with launch(server, "language: swift", **composing) as app:
        app.wait_for_rows()
        app.keys.press("ctrl+f")
        yield app


def asked(server):
    return [query(target) for target in searches(server)]


def test_enter_takes_over_what_is_composed_and_only_then_searches(app, server):
    app.wait_focus_in_entry()
    app.keys.press("End")
    app.keys.type(YOU_ARE_WELL)
    app.keys.press("Return")
    app.expect("the words in the entry", app.query, "language: swift你好")
    app.keys.type(YOU)
    app.keys.press("Return")
    app.expect("the words in the entry", app.query, "language: swift你好你")
    app.keys.press("Return")
    app.until("another search", lambda: len(asked(server)) > 1)
    assert asked(server) == ["language: swift", "language: swift你好你"]


def test_what_is_typed_from_the_list_is_composed_in_the_entry(app):
    app.select_first()
    app.keys.type(YOU_ARE_WELL)
    app.keys.press("Return")
    app.expect("the words in the entry", app.query, "你好")
    app.wait_focus_in_entry()
