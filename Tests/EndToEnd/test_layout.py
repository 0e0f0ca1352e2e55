"""The window at every width and text size: its layout settles, and leaves room for the results."""

import itertools

import pytest

import tree
from screens import ENTRY, title
from scripted import Scripted, repository
from settings import XSettings, text_scale


@pytest.fixture(params=[1.0, 2.0])
def text_size(request, desktop, home):
    """The text size of the desktop."""
    with XSettings(desktop, home, **text_scale(request.param)):
        yield request.param


def folds_below(text_size):
    """Returns the width below which the window folds: two panes of 320 pixels and a line. Half of a pane grows with
    the text."""
    return 2 * int(160 + 160 * text_size) + 1


def test_the_window_settles_at_every_width(text_size, launch, server):
    edge = folds_below(text_size)
    with launch(server) as app:
        app.search_for_rows("swift")
        for width in [edge, edge - 1, 712, 692, 560, edge - 1, edge]:
            app.resize(width, 640)
            app.until(f"two panes or one at {width}", lambda: panes(app) == (2 if width >= edge else 1))
            app.until(f"a window at rest at {width}", app.camera.still)


def test_menus_of_the_details_work_where_their_buttons_have_moved(launch, server):
    def copies(label, menu):
        app.press(tree.BUTTON, menu, until=lambda: app.find("menu item", label))
        app.expect("entries that work", lambda: {tree.has(entry, tree.STATE.SENSITIVE) for entry in entries()}, {True})
        app.keys.press("Escape")
        app.gone("menu item")

    def entries():
        return tree.find_all(app.root, "menu item")

    with launch(server) as app:
        app.search_for_rows("swift")
        app.select_first()
        app.wait(tree.BUTTON, "Clone")
        for width in (360, 1200, 360):
            app.resize(width, 640)
            if width == 360:
                app.open_selected()
            copies("Copy SSH URL", "Clone")
            copies("Copy Link", "More")
            if width == 360:
                app.keys.press("Escape")
                app.until("the row", app.row_in_focus)
            else:
                app.keys.press("ctrl+1", "Down", "Down")
                app.until("another row", lambda: app.selected() not in (None, app.first()))
                app.wait(tree.BUTTON, "Clone")


def panes(app):
    """Returns the number of visible panes besides the sidebar: list and details have a line between them."""
    return 2 if app.find("separator", "Resize List") else 1


@pytest.mark.parametrize("keys, words", [("alt+2", "a"), ("alt+4", "golden")])
def test_details_fit_into_a_narrow_window(text_size, demo, keys, words):
    demo.resize(1100, 640)
    demo.keys.press(keys)
    demo.ask(words)
    demo.wait_for_cells()
    demo.keys.press("Down", "Return")
    demo.wait_focus_in("the details", demo.details)
    # The actions of a picture leave the header bar first. Content that does not fit would keep the window wider.
    for width in (600, 360):
        demo.resize(width, 640)
    demo.until("a window at rest", demo.camera.still)


def test_icons_and_avatars_grow_by_half_as_much_as_the_text(text_size, app):
    app.search_for_rows("swift")

    def widths():
        icon = app.find("image", within=app.find(tree.BUTTON, "Filters"))
        avatar = app.find("image", within=app.first(), rows=True)
        return [place.width for place in map(tree.place, (icon, avatar)) if place]

    wanted = [int(size * (1 + text_size) / 2) for size in (16, 48)]
    app.expect("the widths of an icon and an avatar", widths, wanted)


def test_a_message_in_place_of_the_list_takes_the_room_of_the_details(app):
    app.resize(1100, 700)
    app.search_for_rows("swift")
    app.until("list and details", lambda: panes(app) == 2)
    app.search("zzzznothinghasthisname")
    app.wait(None, "No Repositories Found")
    app.until("the message alone", lambda: panes(app) == 1)
    app.search_for_rows("swift")
    app.until("list and details again", lambda: panes(app) == 2)


def test_the_start_page_takes_the_room_of_the_details_until_a_row_is_chosen(app):
    app.resize(1100, 700)
    app.wait_for_rows("Trending")
    app.until("the start page alone", lambda: panes(app) == 1)
    row = app.first("Trending")
    app.click(lambda: app.first("Trending"))
    app.until("the page and the details", lambda: panes(app) == 2)
    app.wait("heading", title(row).split("/")[1], within=app.details())
    app.wait_focus_in("the row", lambda: app.first("Trending"))


def test_a_shortened_owner_leaves_no_gap_before_the_slash(launch):
    """What the cut between two letters leaves over comes after the name."""

    def gaps():
        labels = [tree.find_all(row, "label", rows=True) for row in app.rows()]
        # Before the owner there may be the letter in the avatar.
        pairs = [pair for row in labels for pair in itertools.pairwise(row) if pair[1].name == "/"]
        places = [[tree.place(label) for label in pair] for pair in pairs]
        return [owner.x + owner.width - slash.x for owner, slash in places if owner and slash]

    with Scripted() as server:
        owners = [letter * 20 for letter in "wmgnaic"]
        server.repositories = [
            repository(number, f"{owner}/some-project{number}", server.url) for number, owner in enumerate(owners, 1)
        ]
        with launch(server) as app:
            app.resize(360, 640)
            app.search_for_rows("anything")
            app.until("slashes that do not wait for the end of a label", lambda: any(gap > 0 for gap in gaps()))


def test_controls_are_few_and_results_begin_high(app):
    app.search_for_rows("swift language:swift")
    # A menu button consists of two nodes of the same name.
    controls = {node.name for node in tree.find_all(app.root, (tree.BUTTON, *ENTRY)) if tree.place(node).y < 150}
    assert len(controls) <= 14, controls
    app.resize(1100, 720)
    app.until("the first result", lambda: tree.place(app.first()).y <= 150)


def test_rows_that_scroll_back_show_all_their_text(app):
    """What they show is the same after a new layout of the whole window."""
    app.search_for_rows("parser")
    app.select_first()
    for key in ["Page_Down"] * 8 + ["Page_Up"] * 3 + ["Up"] * 8:
        app.keys.press(key)
        app.until("a list at rest", app.camera.still)

    def drawn():
        place = tree.place(app.list())
        # Without the selected row, the first one, and the scroll bar, which comes and goes.
        part = place and place._replace(y=place.y + 100, width=place.width - 40, height=place.height - 100)
        return part and app.camera.colors(part, [side // 2 for side in app.border()])

    before = drawn()
    width, height = (outer - border for outer, border in zip(app.camera.size(), app.border(), strict=True))
    for narrower in (200, 0):
        app.resize(width - narrower, height)
    app.expect("the rows", drawn, before)
