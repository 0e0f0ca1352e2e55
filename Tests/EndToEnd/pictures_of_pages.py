"""Screenshots of every page and state, in the usual sizes and styles, for people to look at.

The test also checks what a machine can check: nothing is empty, dark is dark, and the window really has that width.
"""

import pytest

import tree
from screens import says_unreachable, title
from standin import StandIn

SIZES = {360: (360, 640), 900: (900, 700), 1600: (1600, 1000)}
STYLES = {"light": {}, "dark": {"ADW_DEBUG_COLOR_SCHEME": "prefer-dark"}}


def each_size(app, page, style="light"):
    """Saves each size. The dark style has only one, since the layout does not depend on the color scheme."""
    for label in SIZES if style == "light" else [900]:
        width, height = SIZES[label]
        app.resize(width, height)
        app.until("a painted window", lambda: app.camera.still() and painted(app, style))
        app.camera.save(f"{page}-{style}-{label}")
        # Content that does not fit makes the window larger.
        app.expect(f"the size of {page}", app.camera.size, app.asked_size)


def painted(app, style):
    light = app.camera.light()
    return 0.02 < light < 0.45 if style == "dark" else 0.6 < light < 0.995


@pytest.mark.parametrize("style", STYLES)
def test_pages(launch, server, style):
    with launch(server, **STYLES[style]) as app:
        each_size(app, "start", style)
        app.search_for_rows("swift")
        each_size(app, "results", style)
        app.resize(*SIZES[900])
        row = app.select_first()
        app.keys.press("ctrl+d")
        app.wait_starred(row)
        app.open_selected()
        each_size(app, "details", style)
        app.resize(*SIZES[1600])
        app.favorites_are([title(row)])
        each_size(app, "favorites", style)
        app.resize(*SIZES[1600])
        app.keys.press("ctrl+1")
        app.search("zzzznothinghasthisname")
        app.wait(None, "No Repositories Found")
        each_size(app, "no-results", style)


def test_empty_favorites(launch, server):
    with launch(server) as app:
        app.favorites_are_empty()
        each_size(app, "favorites-empty")


def test_a_failure(launch):
    with StandIn(scenario="offline", search_limit="off") as server, launch(server) as app:
        app.search("swift")
        app.wait(None, says_unreachable)
        each_size(app, "failure")


def test_menus_and_windows(launch, server):
    with launch(server) as app:
        app.search_for_rows("swift")
        screen = app.screen()
        app.press(tree.BUTTON, "Best Match", until=lambda: is_open(app, "Best Match"))
        app.wait("menu item", "Stars")
        screen.save("sort")
        close(app, "Best Match")
        app.keys.press("F10")
        app.until("the menu open", lambda: is_open(app, "Main Menu"))
        app.wait_for_text("Keyboard Shortcuts")
        screen.save("menu")
        close(app, "Main Menu")
        app.keys.press("ctrl+question")
        app.wait_focus_in("the window", lambda: app.find("frame", "Keyboard Shortcuts"))
        app.wait_for_text("Open in Browser")
        screen.save("shortcuts")
        app.keys.press("Escape")
        app.gone("frame", "Keyboard Shortcuts")


def is_open(app, name):
    """Returns whether the menu of that button, which is two nested ones, is open; None when there is no such button."""
    button = app.find(tree.BUTTON, name)
    return button and any(tree.includes(node.states, tree.STATE.PRESSED) for node in [button, *tree.children(button)])


def close(app, name):
    app.keys.press("Escape")
    app.until("the menu closed", lambda: is_open(app, name) is False)


def test_the_longest_and_the_oddest_rows(launch, odd_server):
    with launch(odd_server) as app:
        app.search_for_rows("stars:0..3")
        each_size(app, "odd-rows")
