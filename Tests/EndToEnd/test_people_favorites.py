"""People among the favorites: filtered by catalog and sorted by followers."""

import pytest

import tree
from test_people import people, rows

# In the order they are added. They have 1,234, 640 and 310 followers.
KEPT = ["golden", "sam-everwood", "new-lantern"]
TITLES = ["Gwen Golden (golden)", "Sam Everwood (sam-everwood)", "Rina Lantern (new-lantern)"]
NEWEST = list(reversed(TITLES))


def selected(app, name="Results"):
    found = app.list(name)
    below = [] if found is None else tree.children(found)
    return next((row.name for row in below if tree.includes(row.states, tree.STATE.SELECTED)), "")


def keep(app, login):
    """Adds the person with exactly that login to the favorites."""
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
def people_favorites(launch, server):
    """The favorites with a repository and three people."""
    with launch(server) as app:
        app.search_for_rows("swift")
        row = app.select_first()
        app.keys.press("ctrl+d")
        app.wait_starred(row)
        app.favorites(1)
        # With one catalog there are no parts to choose from.
        assert app.source_row("Favorites: Repositories") is None
        app.keys.press("ctrl+1")
        people(app)
        for login in KEPT:
            keep(app, login)
        app.show_favorites()
        app.expect("the people", lambda: kept(app), NEWEST)
        app.expect("the number of repositories", lambda: len(app.titles("Favorites")), 1)
        yield app


def test_favorites_are_chosen_by_catalog(people_favorites):
    app = people_favorites
    app.choose_source("Favorites: People")
    app.until("no repository", lambda: not app.titles("Favorites"))
    app.expect("the people", lambda: kept(app), NEWEST)
    app.wait_for_text("3 people")
    app.choose_source("Favorites: Repositories")
    app.until("the repository", lambda: app.titles("Favorites"))
    app.expect("the people", lambda: kept(app), [])
    app.choose_source("Favorites: People")
    app.press(tree.BUTTON, "Added: Newest First", until=lambda: app.find("menu item", "Followers"))
    # The person with the most followers comes first.
    app.press("menu item", "Followers", until=lambda: kept(app) == TITLES)
    app.keys.press("ctrl+f")
    app.keys.type("golden")
    app.expect("who is found by name", lambda: kept(app), TITLES[:1])
    app.wait_for_text("1 of 3 people")
