"""Favorites of GIFs and of photos in a grid, as their results are."""

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
