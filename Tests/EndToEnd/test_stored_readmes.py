"""READMEs that were downloaded are readable without a server: in the details and on their page, after a restart, signed
in and signed out.

`STARGAZER_STORED_READMES` is the number of repositories, at most 330.
"""

import os
import sqlite3

import account
import tree
from screens import title
from test_bring_stars import bring_own
from test_readme_download import stored
from waiting import eventually

COUNT = int(os.environ.get("STARGAZER_STORED_READMES", "8"))
FULL_PAGE = "Open Full Page"


def with_text(home):
    """Returns the names of the repositories whose README on disk has a text."""
    folder = home / "data/stargazer"
    with sqlite3.connect(f"file:{folder / 'documents.sqlite'}?mode=ro", uri=True) as documents:
        numbers = {number for number, in documents.execute("SELECT item_id FROM item WHERE version <> ''")}
    with sqlite3.connect(f"file:{folder / 'library.sqlite'}?mode=ro", uri=True) as library:
        names = library.execute("SELECT item_id, title FROM item WHERE is_favorite")
        return {name for number, name in names if number in numbers}


def saved(app, within=None):
    return app.find("label", lambda name: name.startswith("Saved "), within)


def read_all(app, wanted):
    """Walks over all favorites and reads each README in the details and on its page. Returns the names of those."""
    app.show_favorites()
    app.until("the focus in a row", app.row_in_focus)
    app.keys.press("Home")
    seen, said = set(), False
    while len(seen) < COUNT:
        row = app.until("another row", lambda: (row := app.row_in_focus()) and title(row) not in seen and row)
        name = title(row)
        seen.add(name)
        if name in wanted:
            app.until(f"the README of {name}", lambda: shows_text(app, name))
            said |= saved(app) is not None
            app.press(tree.BUTTON, FULL_PAGE, until=lambda: app.find(tree.BUTTON, "Find in Text"))
            app.until("the focus on its heading", lambda: app.focused().name == "README")
            app.until("the text", lambda: len(tree.find_all(app.root, "heading")) > 1)
            app.keys.press("alt+Left")
            app.wait(tree.BUTTON, FULL_PAGE)
            app.until("the focus in the details", lambda: app.focused().name != "README")
            app.keys.press("alt+Left")
            app.until("the focus in the row", app.row_in_focus)
        app.keys.press("Down")
    assert said, "no text says when it was saved"
    return seen & wanted


def shows_text(app, name):
    """Returns whether the details of this repository show a README: only then it has a page of its own."""
    details = app.details()
    return details and app.find("heading", name.split("/")[1], details) and app.find(tree.BUTTON, FULL_PAGE, details)


def test_downloaded_readmes_are_read_without_a_server(launch, server, home, keyring):
    with launch(server) as app:
        account.sign_in(app, f"ghp-e2e-stars-{COUNT}")
        account.close_page(app)
        bring_own(app, COUNT)
        eventually("all READMEs", lambda: stored(home) == COUNT, explain=app.dump)
        wanted = with_text(home)
        assert len(wanted) > COUNT / 2
        server.stop()
        assert read_all(app, wanted) == wanted
        assert app.close() == 0
    with launch(server) as app:
        assert read_all(app, wanted) == wanted
