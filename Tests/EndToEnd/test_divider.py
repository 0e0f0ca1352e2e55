"""The divider between list and details: it moves by pointer and keys, keeps its position, and does not affect
folding."""

import pytest

import tree
from settings import KEPT
from test_layout import panes

DIVIDER = ("separator", "Resize List")
LEAST = 320


def line_in(app):
    """Returns the rectangle of the divider in the window's content; None while only one pane is visible."""
    line = app.find(*DIVIDER)
    # Newer GTK counts from the corner of the content, and the window begins before it.
    place, window = line and tree.place(line), tree.place(app.frame)
    return place and window and place._replace(x=place.x - window.x, y=place.y - window.y)


def at(app):
    """Returns the distance of the divider from the left edge in pixels; None while only one pane is visible."""
    place = line_in(app)
    return place and place.x


def on_screen(app, x):
    """Returns window coordinates at half the height of the divider."""
    width, height = app.border()
    place = line_in(app)
    return width // 2 + x, height - width // 2 + place.y + place.height // 2


def drag(app, by):
    x = at(app)
    app.keys.run("mousemove", "--window", app.window, *on_screen(app, x), "mousedown", 1)
    app.keys.run("mousemove", "--window", app.window, *on_screen(app, x + by // 2))
    app.keys.run("mousemove", "--window", app.window, *on_screen(app, x + by), "mouseup", 1)


WIDTH = 940
"""Of a window without the sidebar."""
FIRST = 357
"""Where the line is at first: 0.38 of that width."""
MOST = WIDTH - LEAST - 1


def test_the_list_has_two_fifths_of_the_room_beside_the_sidebar_at_first(app):
    app.search_for_rows("swift")
    app.resize(1200, 640)
    edge = tree.place(app.wait("list", "Sources")).width + 1
    app.expect("the line", lambda: at(app), edge + int(0.38 * (1200 - edge) + 0.5))
    app.keys.press("F9")
    app.expect("the line", lambda: at(app), 456)
    app.resize(WIDTH, 640)
    app.expect("the line", lambda: at(app), FIRST)
    app.resize(800, 640)
    app.expect("the line, at the least", lambda: at(app), LEAST)


def test_the_pointer_moves_it_as_far_as_both_have_room(app):
    app.resize(WIDTH, 640)
    app.search_for_rows("swift")
    app.expect("the line", lambda: at(app), FIRST)
    drag(app, 120)
    app.expect("the line", lambda: at(app), FIRST + 120)
    drag(app, 440)
    app.expect("the line, at the most", lambda: at(app), MOST)
    drag(app, -590)
    app.expect("the line, at the least", lambda: at(app), LEAST)
    app.keys.run("mousemove", "--window", app.window, *on_screen(app, LEAST + 3), "click", "--repeat", 2, 1)
    app.expect("the line where it was at first", lambda: at(app), FIRST)


def test_keys_move_it_and_the_focus_goes_back(app):
    app.resize(WIDTH, 640)
    app.search_for_rows("swift")
    row = app.select_first()
    app.wait_focus_in("the row", app.selected)
    app.keys.press("F8")
    app.until("the focus on the line", lambda: app.focused() and app.focused().name == DIVIDER[1])
    app.keys.press("Right", "Right")
    app.expect("the line", lambda: at(app), FIRST + 2 * 16)
    app.keys.press("Return")
    app.wait_focus_in("the row", lambda: row)
    app.keys.press("F8")
    app.until("the focus on the line", lambda: app.focused() and app.focused().name == DIVIDER[1])
    app.keys.press("End")
    app.expect("the line, at the most", lambda: at(app), MOST)
    app.keys.press("Escape")
    app.expect("the line where it was", lambda: at(app), FIRST + 2 * 16)
    app.wait_focus_in("the row", lambda: row)


def test_it_comes_back_and_folding_does_not_depend_on_it(launch, server, settings):
    with launch(server, **KEPT) as app:
        app.search_for_rows("swift")
        app.resize(WIDTH, 640)
        app.expect("the line", lambda: at(app), FIRST)
        drag(app, 207)
        app.expect("the line", lambda: at(app), 564)
        app.resize(2 * LEAST, 640)
        app.expect("one pane", lambda: panes(app), 1)
        app.resize(2 * LEAST + 1, 640)
        app.expect("the line", lambda: at(app), LEAST)
        app.until("a window at rest", app.camera.still)
        app.until("what is kept", lambda: float(settings.stored().get("window-split", 0)) == pytest.approx(0.6))
        assert app.close() == 0
    with launch(server, **KEPT) as app:
        app.wait_for_rows()
        app.resize(900, 640)
        app.expect("the line", lambda: at(app), 540)
