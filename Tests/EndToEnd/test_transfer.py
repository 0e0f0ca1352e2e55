"""Taking favorites out into a file and in again, through the desktop's own file chooser."""

import csv
import json
import os

import pytest

import tree
from screens import title
from test_stars import choose
from waiting import eventually


@pytest.fixture
def kept(app):
    """The application with the first three results kept; their titles, newest first."""
    app.search_for_rows("swift")
    app.select_first()
    names = []
    for _ in range(3):
        row = app.until("a row not yet kept", lambda: fresh(app.selected(), names))
        app.keys.press("ctrl+d")
        app.wait_starred(row)
        names.insert(0, title(row))
        app.keys.press("Down")
    return names


def fresh(row, names):
    return row if row is not None and title(row) not in names else None


def dialog(app, heading):
    return app.until(f"the dialog {heading!r}", lambda: next(
        (node for node in tree.children(app.root) if heading in (tree.name(node) or "")), None))


def type_path(app, path):
    """Writes the whole path where the chooser takes one, and accepts it."""
    app.keys.press("ctrl+a")
    app.keys.type(str(path))
    app.keys.press("Return")


def export(app, path, kind=None):
    choose(app, "Export Favorites…")
    dialog(app, "Export Favorites")
    type_path(app, path)


def import_(app, path):
    choose(app, "Import Favorites…")
    dialog(app, "Import Favorites")
    app.keys.type("/")
    type_path(app, path)


def written(path):
    """The file's text, once it is all there."""
    return eventually(f"the file {path}", lambda: path.exists() and path.read_text(encoding="utf-8"))


def test_favorites_go_out_and_come_in_again(launch, server, app, kept, home, desktop, tmp_path):
    from screens import Stargazer

    path = home / "mine.json"
    export(app, path)
    app.says("3 favorites were exported to mine.json")
    document = json.loads(written(path))
    assert document["format"] == "stargazer-favorites"
    assert [one["title"] for one in document["favorites"]] == kept
    other = tmp_path / "other-home"
    other.mkdir()
    with Stargazer(desktop, other, "--github-api", server.url) as second:
        import_(second, path)
        second.says("3 favorites were imported")
        assert second.favorites(3) == kept
        import_(second, path)
        second.says("3 favorites were here already")
        assert second.favorites(3) == kept
