"""What is said over the window."""

import pytest

import tree


GONE = "gone"


def look(app):
    """Whether all of the button is where the window is, or that there is none."""
    button = app.find(tree.BUTTON, "Undo")
    place = tree.place(button) if button else None
    if place is None:
        return GONE
    width, height = app.camera.size()
    return 0 <= place.x and place.x + place.width <= width and 0 <= place.y and place.y + place.height <= height


def star_and_remove(app, row):
    app.keys.press("ctrl+d")
    app.wait_starred(row)
    app.keys.press("ctrl+d")
    app.wait_starred(row, starred=False)


@pytest.mark.parametrize("first", [1100, 360])
def test_a_toast_keeps_its_button_in_sight_while_the_window_is_resized(app, first):
    app.resize(first, 640)
    app.search_for_rows("swift")
    row = app.select_first()
    for before, width in ((first, first), (first, 360), (360, 700)):
        app.resize(before, 640)
        star_and_remove(app, row)
        app.resize(width, 640)
        # On a busy machine it may have gone before it was looked at.
        while app.until(f"the button inside {width} pixels", lambda: look(app)) is GONE:
            star_and_remove(app, row)
