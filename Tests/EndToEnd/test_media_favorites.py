"""Favorites of GIFs and of photos in a grid, as their results are."""

import json

import tree
from media import GIFS, PHOTOS


def add_favorites(demo, count):
    """Adds the first cells of the search that shows."""
    demo.wait_for_cells()
    demo.keys.press("Down")
    for place in range(count):
        demo.until("the focus in a cell", demo.focused_cell)
        demo.keys.press("ctrl+d")
        demo.until("a favorite", lambda place=place: demo.names()[place].endswith(", starred"))
        demo.keys.press("Right")


def focused(demo):
    """Returns the place of the cell with the focus."""
    states = [tree.includes(cell.states, tree.STATE.FOCUSED) for cell in demo.cells("Favorites")]
    return states.index(True) if any(states) else None


def columns(demo):
    return len({tree.place(cell).x for cell in demo.cells("Favorites")})


def test_favorites_of_pictures_are_a_grid_and_all_favorites_are_rows(demo):
    for name, keys in ((GIFS, "alt+3"), (PHOTOS, "alt+4")):
        demo.go(name, keys)
        add_favorites(demo, 3)
    demo.show_favorites()
    demo.until("six rows", lambda: len(demo.names("Favorites")) == 6 and columns(demo) == 1)
    demo.choose_source("Favorites: Photos")
    demo.until("a grid", lambda: len(demo.names("Favorites")) == 3 and columns(demo) > 1)
    second = demo.names("Favorites")[1]
    demo.keys.press("F6")
    demo.until("the focus in the first cell", lambda: focused(demo) == 0)
    demo.keys.press("Right")
    demo.until("the focus in the second cell", lambda: focused(demo) == 1)
    demo.keys.press("ctrl+d")
    demo.until("two photos", lambda: len(demo.names("Favorites")) == 2 and second not in demo.names("Favorites"))
    demo.keys.press("ctrl+z")
    demo.until("three photos", lambda: len(demo.names("Favorites")) == 3)
    demo.choose_source("Favorites: GIFs")
    demo.until("GIFs in a grid", lambda: len(demo.names("Favorites")) == 3 and columns(demo) > 1)
    demo.choose_source("All Favorites")
    demo.until("six rows again", lambda: len(demo.names("Favorites")) == 6 and columns(demo) == 1)


def test_a_favorite_of_a_service_without_a_key_leads_to_the_key(console, launch, server, home):
    page = "https://giphy.com/gifs/abc"
    gif = {
        "catalog": "gifs", "format": 1, "host": "api.giphy.com", "id": "abc", "title": "Dancing cat", "url": page,
        "added_at": "2026-01-01T00:00:00.000Z", "gif": {"title": "Dancing cat", "service": "GIPHY", "url": page},
    }  # fmt: skip
    path = home / "gif.json"
    path.write_text(json.dumps({"format": "stargazer-favorites", "version": 2, "favorites": [gif]}))
    assert console("--import", path).returncode == 0
    with launch(server) as app:
        app.keys.press("ctrl+2")
        app.until("the focus in a row", lambda: app.focused() and app.focused().role == tree.ROW)
        app.keys.press("Return")
        app.press(tree.BUTTON, "Enter Key…", until=lambda: app.find("text", "Key"))
