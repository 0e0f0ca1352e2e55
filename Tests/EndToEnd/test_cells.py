"""GIFs as cells: arrow keys, star, menu, and the number of columns."""

import tree
from media import GIFS, PHOTOS
from screens import ENTRY
from standin import StandIn

MISSING = "Some pictures could not be loaded."


def enter(app):
    """Moves from the entry to the first cell."""
    app.go(GIFS, "alt+3")
    app.wait_for_cells()
    app.keys.press("Down")
    wait_cell(app, 0)


def wait_cell(app, index):
    """Waits until the cell with that index has the focus. Only for cells near the top."""
    app.until(f"the focus on cell {index}", lambda: app.focused_cell() == app.cells()[index])


def focused_place(app):
    cell = app.focused_cell()
    return cell and tree.place(cell)


def test_arrows_move_in_two_dimensions_and_up_leaves_from_the_first_line(demo):
    enter(demo)
    demo.keys.press("Right")
    wait_cell(demo, 1)
    above = demo.until("its place", lambda: focused_place(demo))
    demo.keys.press("Down")

    def is_below():
        place = focused_place(demo)
        return place and place.x == above.x and place.y > above.y

    demo.until("the focus on the cell below", is_below)
    demo.keys.press("Up", "Left")
    wait_cell(demo, 0)
    demo.keys.press("Right", "Up")
    demo.wait_focus_in("the entry", lambda: demo.find(ENTRY, "Search"))
    demo.keys.press("Down")
    wait_cell(demo, 1)
    title = demo.cells()[1].name.split(",")[0]
    demo.keys.press("Return")
    demo.wait("label", title)


def test_two_cells_fit_into_the_narrowest_window(demo):
    demo.resize(360, 640)
    enter(demo)
    demo.keys.press("Down")
    wait_cell(demo, 2)


def test_tab_reaches_the_star_of_a_cell_and_returns(demo):
    enter(demo)
    demo.keys.press("Tab", "space")
    demo.until("starred", lambda: demo.first_name().endswith(", starred"))
    demo.keys.press("shift+Tab")
    wait_cell(demo, 0)


def test_closing_the_menu_of_a_cell_returns_the_focus(demo):
    enter(demo)
    demo.keys.press("shift+F10")
    demo.wait("menu item", "Show Details")
    entries = [node.name for node in tree.find_all(demo.root, "menu item")]
    assert entries == [
        "Show Details", "Open in Browser", "Add to Favorites", "Copy", "Copy Link", "Copy Picture Link", "Copy Credit",
        "Save…",
    ]  # fmt: skip
    demo.keys.press("Escape")
    demo.gone("menu item", "Show Details")
    wait_cell(demo, 0)


def test_the_next_batch_keeps_the_focus(demo):
    enter(demo)
    before = demo.count()
    demo.keys.press("End")
    demo.until("the next batch", lambda: demo.count() != before)
    demo.until("the focus on a cell", demo.focused_cell)


def test_pictures_that_could_not_be_loaded_are_named_once_and_loaded_again(launch_all):
    with StandIn(search_limit="off") as server:
        port = server.port
        with launch_all(server) as app:
            app.choose_source(PHOTOS)
            app.wait_for_cells()
            app.keys.press("ctrl+f")
            app.keys.press("Down")
            app.until("the focus on a cell", app.focused_cell)
            server.stop()
            app.keys.press(*["Page_Down"] * 4)
            app.wait(None, MISSING)
            again = app.wait(tree.BUTTON, "Try Again")
            app.expect("what says so", lambda: len(tree.find_all(app.root, "label", MISSING)), 1)
            with StandIn(search_limit="off", port=port):
                app.press_node("the button", lambda: again, lambda: app.find(None, MISSING) is None)
