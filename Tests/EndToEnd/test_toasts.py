"""Toasts over the window."""

import tree


def is_in_sight(app, button):
    """Returns whether the whole button is inside the window."""
    place = button and tree.place(button)
    width, height = app.camera.size()
    return place and 0 <= place.x <= width - place.width and 0 <= place.y <= height - place.height


def test_a_toast_keeps_its_button_in_sight_while_the_window_is_resized(app):
    app.resize(1100, 640)
    app.search_for_rows("swift")
    app.add_and_remove_favorite()
    for width in (1100, 360, 700):
        app.resize(width, 640)
        app.until(f"the button inside {width} pixels", lambda: is_in_sight(app, app.toast_button("Undo")))


def test_a_toast_lies_over_the_list_alone(app):
    app.resize(1100, 640)
    app.search_for_rows("swift")
    app.add_and_remove_favorite()

    def is_over_list():
        toast, rows = tree.place(app.toast()), tree.place(app.list())
        return toast and rows and rows.x <= toast.x and toast.x + toast.width <= rows.x + rows.width

    app.until("the toast over the list", is_over_list)
    app.press(tree.BUTTON, "Undo", until=lambda: app.find(None, lambda text: text.startswith("Restored ")))


def test_a_toast_over_details_moves_above_their_actions_and_back(launch, server):
    """A complaint of GTK fails this. With a toast of a wrong height, the window stayed empty."""
    with launch(server, STARGAZER_TOAST_SECONDS="60") as app:
        app.resize(1100, 640)
        app.search_for_rows("swift")
        app.select_first()
        app.open_selected()
        app.keys.press("ctrl+shift+c")
        for width in (360, 1100, 360, 700):
            app.resize(width, 640)
            app.until(f"the button inside {width} pixels", lambda: is_in_sight(app, app.toast_button("Close")))
        app.keys.press("alt+2")
        app.expect("the source", app.source, "People")


def test_a_long_message_wraps_before_what_closes_it(launch, server):
    with launch(server, "https://evil.example/a") as app:
        app.until("what closes it inside the window", lambda: is_in_sight(app, app.toast_button("Close")))


def test_a_toast_goes_by_itself(launch, server):
    with launch(server, STARGAZER_TOAST_SECONDS="1") as app:
        app.search_for_rows("swift")
        app.select_first()
        app.keys.press("ctrl+shift+c")
        app.wait_for_text("Link copied")
        app.gone(None, lambda text: "Link copied" in text)


def test_what_was_pressed_is_answered_at_once_and_undo_comes_back(launch, server):
    # Each toast stays until an action replaces it or it is closed.
    with launch(server, STARGAZER_TOAST_SECONDS="600") as app:
        app.search_for_rows("swift")
        row = app.add_and_remove_favorite()
        app.keys.press("ctrl+shift+c")
        app.wait_for_text("Link copied")
        app.until("Undo out of sight", lambda: not app.find(tree.BUTTON, "Undo"))
        app.press_node("Close", lambda: app.toast_button("Close"), until=lambda: app.find(tree.BUTTON, "Undo"))
        app.gone(None, "Link copied")
        app.press(tree.BUTTON, "Undo", until=lambda: tree.pressed(app.star(row)))


def test_the_newest_answer_takes_the_place_of_the_one_before(launch, server):
    with launch(server, STARGAZER_TOAST_SECONDS="600") as app:
        app.search_for_rows("swift")
        app.select_first()
        app.keys.press("ctrl+shift+c")
        app.wait_for_text("Link copied")
        app.keys.press("ctrl+shift+c")
        app.add_and_remove_favorite()
        app.until("nothing else said", lambda: not app.find(None, "Link copied"))


def test_escape_right_after_an_urgent_message_brings_back_the_one_before(launch, server):
    with launch(server, STARGAZER_TOAST_SECONDS="600") as app:
        app.search_for_rows("swift")
        app.add_and_remove_favorite()
        # libadwaita 1.2 takes a while to hide the previous toast.
        app.keys.press("ctrl+shift+c", "Escape")
        app.until("Undo again", lambda: not app.find(None, "Link copied") and app.toast_button("Undo"))
