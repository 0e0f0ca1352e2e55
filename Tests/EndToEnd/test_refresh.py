"""F5: only changed rows change, and selection, scroll position and focus stay."""

import pytest

import tree
from scripted import Scripted, repository
from screens import title


@pytest.fixture
def scripted():
    with Scripted() as server:
        yield server


def test_what_is_still_there_keeps_selection_and_focus(launch, scripted):
    def some(*numbers, **changes):
        return [repository(number, f"a/r{number}", scripted.url, **changes) for number in numbers]

    scripted.repositories = some(*range(1, 31))
    with launch(scripted) as app:
        app.search_for_rows("anything")
        app.select_first()
        app.keys.press("Down", "Down")
        app.until("the third row", lambda: title(app.row_in_focus()) == "a/r3")
        # Two rows are new, one is missing, two are swapped, and all have more stars.
        scripted.repositories = some(41, 1, 3, 2, 42, *range(5, 31), stargazers_count=77)
        app.keys.press("F5")
        app.expect("the rows", lambda: app.titles()[:5], ["a/r41", "a/r1", "a/r3", "a/r2", "a/r42"])
        app.until("the focus in the same row", lambda: title(app.row_in_focus()) == "a/r3")
        app.until("new figures", lambda: "77 stars" in app.row_in_focus().name)
        app.expect("the count", app.shown, 31)


def test_avatars_that_failed_say_so_and_are_requested_again(launch, odd_server):
    def failed():
        return [node for node in tree.walk(app.root, rows=True) if node.name == "Picture could not be loaded"]

    with launch(odd_server) as app:
        app.search_for_rows("topic:picture")
        # One ends in the middle, and what came of it shows; the SVG is drawn.
        app.expect("how many avatars failed", lambda: len(failed()), 4)
        # Neither those that are missing nor those that are damaged are read from the disk. One has too many pixels.
        before = len(odd_server.log("/avatars/"))
        app.keys.press("F5")
        app.until("another request for the others", lambda: len(odd_server.log("/avatars/")) >= before + 3)
