"""What is said over the window."""

import pytest

import tree


def is_inside(app, node):
    """Whether all of a node is where the window is."""
    place = node.get_extents(tree.Atspi.CoordType.WINDOW)
    width, height = app.camera.size()
    return 0 <= place.x and place.x + place.width <= width and 0 <= place.y and place.y + place.height <= height


@pytest.mark.parametrize("first", [1100, 360])
def test_a_toast_keeps_its_button_in_sight_while_the_window_is_resized(app, first):
    app.resize(first, 640)
    app.search_for_rows("swift")
    row = app.select_first()
    app.keys.press("ctrl+d")
    app.wait_starred(row)
    app.keys.press("ctrl+d")
    app.wait_starred(row, starred=False)
    for width in (first, 360, 700):
        app.resize(width, 640)
        app.until(
            f"the button inside {width} pixels",
            lambda: (button := app.find(tree.BUTTON, "Undo")) is not None and is_inside(app, button))
    tree.act(app.wait(tree.BUTTON, "Undo"))
    app.wait_starred(row)
