"""Rapid star presses: keys come faster than the window can show their effect."""

import tree


def test_a_star_pressed_again_and_again_ends_where_the_last_press_left_it(launch, server):
    with launch(server) as app:
        app.search_for_rows("swift")
        row = app.select_first()
        for round in range(4):
            app.keys.press(*["ctrl+d"] * 9)
            app.wait_starred(row, starred=round % 2 == 0)
        for starred in (True, False):
            app.keys.press("ctrl+d")
            app.wait_starred(row, starred)
        app.press(tree.BUTTON, "Undo", until=lambda: tree.pressed(app.star(row)))
