"""The details pane is a stack of pages: each page leads to the next, and Back returns to the same place."""

import tree
from screens import title

LINK = "Forked From: "
FORKS = "matrix fork:only"


def heading(app, name):
    return app.wait("heading", name)


def origin(app):
    """Returns the link to the parent of the shown fork."""
    return app.wait(tree.BUTTON, lambda name: name.startswith(LINK))


def read_a_fork(app):
    """Opens the first result. Returns its name and the name of its parent."""
    app.search_for_rows(FORKS)
    name = title(app.select_first()).split("/")[1]
    app.open_selected()
    app.wait_for_text("Watchers")
    app.press(tree.BUTTON, "Details", within=app.details(),
              until=lambda: app.find(tree.BUTTON, lambda name: name.startswith(LINK)))
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


def test_an_item_leaves_the_details_with_its_list(app):
    app.search_for_rows("swift")
    name = title(app.select_first())
    app.open_selected()
    app.wait("heading", name.split("/")[1], within=app.details())
    app.search_for_rows("rust")
    app.gone("heading", name.split("/")[1])
