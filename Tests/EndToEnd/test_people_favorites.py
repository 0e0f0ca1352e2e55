"""People among the favorites: chosen by catalog, sorted by their followers, taken off and put back, kept in files."""

import json

import pytest

import tree
from screens import Stargazer
from test_people import people, rows
from test_transfer import export, import_, written

# In the order they are kept; the followers are 1,234, 640 and 310.
KEPT = ["golden", "sam-everwood", "new-lantern"]
TITLES = ["Gwen Golden (golden)", "Sam Everwood (sam-everwood)", "Rina Lantern (new-lantern)"]
NEWEST = list(reversed(TITLES))


def selected(app, name="Results"):
    found = app.list(name)
    below = [] if found is None else tree.children(found)
    return next((row.name for row in below if tree.includes(row.states, tree.STATE.SELECTED)), "")


def keep(app, login):
    """Keeps who has exactly that name."""
    app.ask(login)
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
        # One catalog is no choice.
        app.gone(tree.BUTTON, "Repositories: 1")
        app.keys.press("ctrl+1")
        people(app)
        for login in KEPT:
            keep(app, login)
        app.show_favorites()
        app.expect("the people", lambda: kept(app), NEWEST)
        app.expect("the number of repositories", lambda: len(app.titles("Favorites")), 1)
        yield app


def test_favorites_are_chosen_by_catalog(shelf):
    shelf.press(tree.BUTTON, "People: 3", until=lambda: not shelf.titles("Favorites"))
    shelf.expect("the people", lambda: kept(shelf), NEWEST)
    shelf.says("3 of 4 favorites")
    shelf.press(tree.BUTTON, "Repositories: 1", until=lambda: shelf.titles("Favorites"))
    shelf.expect("the people", lambda: kept(shelf), [])
    shelf.press(tree.BUTTON, "People: 3", until=lambda: not shelf.titles("Favorites"))
    shelf.expect("the people", lambda: kept(shelf), NEWEST)
    # The pages of the search are in the tree as well, with buttons of the same name; those of the favorites come last.
    sort = shelf.until("the sort menu", lambda: tree.find_all(shelf.root, tree.BUTTON, "Sort")[-2:])[0]
    shelf.press_node("the sort menu", lambda: sort, until=lambda: shelf.find("menu item", "Followers", within=sort))
    # The most followed first.
    shelf.press("menu item", "Followers", within=sort, until=lambda: kept(shelf) == TITLES)
    shelf.keys.press("ctrl+f")
    shelf.keys.type("golden")
    shelf.expect("who is found by name", lambda: kept(shelf), TITLES[:1])


def test_the_last_of_a_catalog_can_be_taken_off_and_put_back(shelf):
    shelf.press(tree.BUTTON, "Repositories: 1", until=lambda: not kept(shelf))
    # People, and no choice any more.
    shelf.press_star(lambda: shelf.first("Favorites"), until=lambda: len(kept(shelf)) == 3)
    shelf.gone(tree.BUTTON, "People: 3")
    shelf.press(tree.BUTTON, "Undo", until=lambda: shelf.find(tree.BUTTON, "Repositories: 1"))
    shelf.expect("the people", lambda: kept(shelf), NEWEST)
    shelf.expect("the number of repositories", lambda: len(shelf.titles("Favorites")), 1)


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
        second.expect("the people, each once", lambda: sorted(kept(second)), sorted(TITLES))
