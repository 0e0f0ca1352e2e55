"""The daily copies of the library, in the preferences."""

import sqlite3

import pytest

import tree
from test_preferences import close_preferences, open_preferences, part, preferences


@pytest.fixture
def copies(console, favorites_file, home):
    """A copy with the three favorites of the file, one that is damaged, and a library with one more favorite."""
    assert console("--import", favorites_file).returncode == 0
    folder = home / "data/stargazer/copies"
    folder.mkdir(mode=0o700)
    with sqlite3.connect(home / "data/stargazer/library.sqlite") as library:
        library.execute("VACUUM INTO ?", [str(folder / "library-2026-11-20.sqlite")])
    library.close()
    whole = (folder / "library-2026-11-20.sqlite").read_bytes()
    (folder / "library-2026-11-19.sqlite").write_bytes(b"damaged" * 1000)
    other = home / "other.json"
    other.write_text(favorites_file.read_text().replace('"id": "1"', '"id": "77"').replace("a/parser", "a/newer"))
    assert console("--import", other).returncode == 0
    return whole


def test_a_copy_is_restored_while_the_window_is_open(app, copies, home):
    app.show_favorites()
    app.until("four favorites", lambda: len(app.titles("Favorites")) == 4)
    open_preferences(app, "Library")
    part(app, "list item", "November 20, 2026")
    part(app, "list item", "November 19, 2026")
    app.shows_dialogs = True
    button = part(app, tree.BUTTON, "Restore Backup from November 20, 2026")
    question = "Restore Backup from November 20, 2026?"
    app.press_node("Restore", lambda: button, until=lambda: app.find(None, question))
    app.wait_focus_in("the question", lambda: app.find(None, question))
    app.keys.press("alt+r")
    app.wait_for_text("Copy of November 20, 2026 restored")
    part(app, "list item", lambda text: text.startswith("Before restore on"))
    app.until("the preferences", lambda: preferences(app))
    close_preferences(app)
    app.until("three favorites", lambda: len(app.titles("Favorites")) == 3)
    assert len(list((home / "data/stargazer/copies").glob("before-restore-*.sqlite"))) == 1


def test_a_library_that_cannot_be_read_leads_to_its_copies(launch, server, copies, home):
    library = home / "data/stargazer/library.sqlite"
    library.write_bytes(b"damaged" * 9_000)
    for log in library.parent.glob("library.sqlite-*"):
        log.unlink()
    with launch(server) as app:
        app.wait_for_text("Your library could not be read.")
        app.press(tree.BUTTON, "Restore…", until=lambda: preferences(app))
        part(app, "list item", "November 20, 2026")
