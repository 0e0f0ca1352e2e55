"""People among the favorites: chosen by catalog, sorted by their followers, taken off and put back, kept in files."""

import json

import pytest

import tree
from screens import Stargazer
from test_people import ask, people, rows
from test_transfer import export, import_, written

# In the order they are kept; the followers are 1,234, 640 and 310.
KEPT = ["golden", "sam-everwood", "new-lantern"]
TITLES = ["Gwen Golden (golden)", "Sam Everwood (sam-everwood)", "Rina Lantern (new-lantern)"]


def selected(app, name="Results"):
    found = app.list(name)
    chosen = [] if found is None else [row for row in tree.children(found) if tree.has(row, tree.STATE.SELECTED)]
    return chosen[0].name if chosen else ""


def keep(app, login):
    """Keeps who has exactly that name."""
    ask(app, login)
    app.until(f"{login} first", lambda: rows(app) and f"({login})" in rows(app)[0] and "Exact match" in rows(app)[0])
    app.keys.press("Down")
    app.until(f"{login} selected", lambda: f"({login})" in selected(app))
    if not selected(app).endswith(", starred"):
        app.keys.press("ctrl+d")
    app.until(f"{login} kept", lambda: selected(app).endswith(", starred"))


def kept(app):
    return [row.split(",")[0] for row in rows(app, "Favorites")]


@pytest.fixture
def shelf(launch, server):
    """The favorites: a repository and three people, looked at."""
    with launch(server) as app:
        app.search_for_rows("swift")
        row = app.select_first()
        app.keys.press("ctrl+d")
        app.wait_starred(row)
        app.favorites(1)
        assert app.find(tree.BUTTON, "Repositories: 1") is None, "one catalog is no choice"
        app.keys.press("ctrl+1")
        people(app)
        for login in KEPT:
            keep(app, login)
        app.show_favorites()
        app.until("all", lambda: kept(app) == list(reversed(TITLES)) and len(app.titles("Favorites")) == 1)
        yield app


def test_favorites_are_chosen_by_catalog(shelf):
    shelf.press(tree.BUTTON, "People: 3")
    shelf.until("people alone", lambda: kept(shelf) == list(reversed(TITLES)) and not shelf.titles("Favorites"))
    shelf.says("3 of 4 favorites")
    shelf.press(tree.BUTTON, "Repositories: 1")
    shelf.until("repositories alone", lambda: not kept(shelf) and len(shelf.titles("Favorites")) == 1)
    shelf.press(tree.BUTTON, "People: 3")
    # The pages of the search are in the tree as well, with buttons of the same name; those of the favorites come last.
    sort = tree.find_all(shelf.root, tree.BUTTON, "Sort")[-2:]
    tree.act(sort[1])
    shelf.press("menu item", "Followers", within=sort[0])
    shelf.until("the most followed first", lambda: kept(shelf) == TITLES)
    shelf.keys.press("ctrl+f")
    shelf.keys.type("golden")
    shelf.until("found by name", lambda: kept(shelf) == TITLES[:1])


def test_the_last_of_a_catalog_can_be_taken_off_and_put_back(shelf):
    shelf.press(tree.BUTTON, "Repositories: 1")
    shelf.until("the repository alone", lambda: not kept(shelf))
    shelf.press(tree.BUTTON, "Star", within=shelf.rows("Favorites")[0])
    shelf.until("people, and no choice any more", lambda: len(kept(shelf)) == 3)
    shelf.gone(tree.BUTTON, "People: 3")
    shelf.press(tree.BUTTON, "Undo")
    shelf.wait(tree.BUTTON, "Repositories: 1")
    shelf.until("all again", lambda: len(kept(shelf)) == 3 and len(shelf.titles("Favorites")) == 1)


def test_people_go_out_in_a_file_and_come_in_again_once(shelf, server, home, desktop, tmp_path):
    path = home / "mine.json"
    export(shelf, path)
    shelf.says("4 favorites were exported to mine.json")
    document = json.loads(written(path))
    assert [one["catalog"] for one in document["favorites"]] == ["people"] * 3 + ["repositories"]
    assert document["favorites"][0]["person"]["followers"] == 310
    assert shelf.close() == 0
    other = tmp_path / "other-home"
    other.mkdir()
    with Stargazer(desktop, other, "--github-api", server.url) as second:
        people(second)
        keep(second, "golden")
        import_(second, path)
        second.says("3 favorites were imported")
        second.show_favorites()
        second.wait(tree.BUTTON, "People: 3")
        second.until("each once", lambda: sorted(kept(second)) == sorted(TITLES))
