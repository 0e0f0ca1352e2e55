"""The pane that reads is a trail of pages: one leads to the next, and Back to where it was left."""

import tree
from screens import title

LINK = "Forked from: "
FORKS = "matrix fork:only"


def heading(app, name):
    return app.wait("heading", name)


def origin(app):
    """The link to what the shown repository was forked from."""
    return app.wait(tree.BUTTON, lambda name: name.startswith(LINK))


def read_a_fork(app):
    """Opens the first result; returns its own name and the name of what it was forked from."""
    app.search_for_rows(FORKS)
    name = title(app.select_first()).split("/")[1]
    app.open_selected()
    return name, origin(app).name.removeprefix(LINK).split("/")[1]


def go_on(app, name):
    app.tab_to(origin(app), app.root)
    app.keys.press("Return")
    heading(app, name)
    app.wait_focus_in("the heading", lambda: app.find("heading", name))


def test_a_fork_leads_to_its_origin_and_back_to_the_link(launch, server):
    with launch(server) as app:
        fork, mother = read_a_fork(app)
        for back in ("Escape", "alt+Left"):
            go_on(app, mother)
            app.keys.press(back)
            heading(app, fork)
            app.wait_focus_in("the link", lambda: origin(app))
        go_on(app, mother)
        app.press(tree.BUTTON, "Back", until=lambda: app.find(tree.BUTTON, "Back") is None)
        heading(app, fork)


def test_keys_act_on_the_page_that_is_read(launch, server):
    with launch(server) as app:
        fork, mother = read_a_fork(app)
        go_on(app, mother)
        app.keys.press("ctrl+d")
        name, = app.favorites(1)
        assert name.endswith(f"/{mother}")


def test_another_row_begins_the_trail_anew(launch, server):
    with launch(server) as app:
        _, mother = read_a_fork(app)
        go_on(app, mother)
        app.keys.press("ctrl+f", "Down", "Down")
        second = app.titles()[1]
        app.expect("the selected row", lambda: title(app.selected()), second)
        heading(app, second.split("/")[1])
        app.gone(tree.BUTTON, "Back")


def test_the_menu_of_the_row_is_about_the_row(launch, server):
    with launch(server) as app:
        fork, mother = read_a_fork(app)
        go_on(app, mother)
        app.keys.press("ctrl+f", "Down")
        app.wait_focus_in("the row", app.selected)
        app.keys.press("shift+F10")
        app.wait("menu item", "Copy Link")
        heading(app, fork)


def test_in_a_narrow_window_back_walks_the_trail_to_the_list(launch, server):
    with launch(server) as app:
        app.resize(400, 640)
        fork, mother = read_a_fork(app)
        go_on(app, mother)
        app.press(tree.BUTTON, "Back", until=lambda: app.find("heading", mother) is None)
        heading(app, fork)
        app.keys.press("alt+Left")
        app.until("the list", lambda: app.selected())
        app.wait_focus_in("the row", lambda: app.selected())
