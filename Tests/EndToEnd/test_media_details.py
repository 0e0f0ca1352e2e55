"""A picture in the details: zooming, playing, saving, copying, and loading it again."""

import struct

import chooser
import tree
from clipboard import picture_size
from media import GIFS, KEY, PHOTOS
from standin import StandIn


def test_where_nothing_is_to_move_the_details_wait_for_play(launch_all, keyring, home):
    folder = home / "config/gtk-4.0"
    folder.mkdir(parents=True)
    (folder / "settings.ini").write_text("[Settings]\ngtk-enable-animations=false\n")
    with StandIn(search_limit="off") as server, launch_all(server) as app:
        app.go_keyed(GIFS, "alt+3")
        app.enter_key(KEY)
        app.wait_for_cells()
        app.keys.press("ctrl+f", "Down", "Return")
        app.press(tree.BUTTON, "Play", until=lambda: app.find(tree.BUTTON, "Pause"))
        app.press(tree.BUTTON, "Pause", until=lambda: app.find(tree.BUTTON, "Play"))


def test_a_picture_zooms_in_and_out_by_keys(demo):
    demo.go(PHOTOS, "alt+4")
    demo.wait_for_cells()
    demo.keys.press("ctrl+f", "Down", "Return")
    demo.wait(tree.BUTTON, "Zoom In")
    demo.until("all of it", lambda: zoomed_out(demo))
    demo.press(tree.BUTTON, "Zoom In", until=lambda: demo.find(tree.BUTTON, "Zoom Out"))
    demo.press(tree.BUTTON, "Zoom Out", until=lambda: zoomed_out(demo))
    demo.tab_to(demo.wait(tree.BUTTON, "Copy"), demo.root)
    demo.keys.press("plus")
    demo.wait(tree.BUTTON, "Zoom Out")
    demo.keys.press("0")
    demo.until("all of it again", lambda: zoomed_out(demo))
    for _ in range(6):
        demo.keys.press("plus")
    demo.gone(tree.BUTTON, "Zoom In")
    for _ in range(6):
        demo.keys.press("minus")
    demo.until("all of it once more", lambda: zoomed_out(demo))
    demo.expect("the words in the entry, where the keys typed nothing", demo.query, "")


def stage_of(app, title):
    """Returns the place of the picture, with the room around it, once it is laid out."""
    words = title.removesuffix(" GIF").lower()
    return app.laid_out(lambda: app.find("image", lambda name: words in name.lower(), within=app.details()))


def test_a_picture_has_the_content_and_its_actions_are_in_the_header_bar(demo):
    demo.resize(1100, 760)
    demo.go(PHOTOS, "alt+4")
    demo.wait_for_cells()
    title = demo.first_name().split(",")[0]
    demo.keys.press("ctrl+f", "Down", "Return")
    demo.wait(tree.BUTTON, "Full Screen")
    page, stage = demo.laid_out(demo.details), stage_of(demo, title)
    # A picture of 3:2 is as wide as this, and as high as it allows.
    assert min(stage.height, stage.width * 2 / 3) >= 0.75 * stage.height, stage
    assert stage.width == page.width, (stage, page)

    def are_in_header():
        places = [tree.place(demo.find(tree.BUTTON, name, within=demo.details()))
                  for name in ("Add to Favorites", "Save…", "Copy", "More")]
        return [place.y < 60 for place in places if place and place.width]

    for width, expected in ((1100, [True] * 4), (700, [True] * 4), (360, [False] * 4), (700, [True] * 4)):
        demo.resize(width, 760)
        demo.expect(f"the actions in the header bar at {width}", are_in_header, expected)
    demo.resize(500, 760)
    demo.until("those with room in the header bar at 500", lambda: (found := are_in_header()) and all(found))


def test_a_picture_is_not_enlarged_until_it_is_zoomed(demo):
    """The picture in the tree has the room of the stage, so its edge is looked for in a screenshot."""
    demo.resize(1100, 760)
    demo.go(GIFS, "alt+3")
    demo.wait_for_cells()
    title = demo.first_name().split(",")[0]
    demo.keys.press("ctrl+f", "Down", "Return")
    stage = stage_of(demo, title)
    # The samples are 360 pixels wide.
    middle = stage._replace(x=stage.x + stage.width // 2 - 300, y=stage.y + stage.height // 2, width=600, height=1)
    edge = [part // 2 for part in demo.border()]

    def width():
        """Returns how many pixels of a line through the middle are not of the ground."""
        ground = demo.camera.colors(stage._replace(width=4, height=1), edge)
        return sum(count for color, count in demo.camera.colors(middle, edge).items() if color not in ground)

    demo.until("the picture in its own size", lambda: 340 <= width() <= 380)
    demo.keys.press("plus")
    demo.until("a larger picture", lambda: width() > 400)


def test_the_information_is_at_the_end_or_below(demo):
    demo.resize(1100, 760)
    demo.go(PHOTOS, "alt+4")
    demo.wait_for_cells()
    title = demo.first_name().split(",")[0]
    demo.keys.press("ctrl+f", "Down", "Return")
    demo.wait(tree.BUTTON, "Full Screen")
    demo.show_information()

    def heading():
        return demo.laid_out(lambda: demo.find("heading", within=demo.details()))

    def is_at_end():
        stage = stage_of(demo, title)
        return heading().x > stage.x + stage.width

    demo.until("the panel at the end", is_at_end)
    demo.resize(700, 760)
    demo.until("the panel below", lambda: heading().y > stage_of(demo, title).height)


def zoomed_out(app):
    """Returns whether the whole picture is visible, so zooming out is not possible."""
    return app.find(tree.BUTTON, "Zoom In") and not app.find(tree.BUTTON, "Zoom Out")


def save_as(app, path):
    app.keys.press("ctrl+s")
    chooser.name_file(app, "Save Picture", path)


def test_a_picture_is_saved_and_copied_and_replaces_nothing_unasked(demo, desktop, home):
    demo.go(GIFS, "alt+3")
    demo.wait_for_cells()
    demo.ask("golden lighthouse")
    demo.until("what was searched for", lambda: demo.count() and "Golden" in demo.first_name())
    demo.keys.press("Down", "Return")
    demo.wait(tree.BUTTON, "Save…")
    path = home / "fox.gif"
    save_as(demo, path)
    demo.wait_for_text("Saved as “fox.gif”")
    saved = path.read_bytes()
    assert saved[:6] == b"GIF89a"
    path.write_text("precious")
    save_as(demo, path)
    chooser.replace_nothing(demo, "Save Picture")
    assert path.read_text() == "precious"
    demo.press(tree.BUTTON, "Copy", until=lambda: demo.find(None, "Picture copied"))
    demo.expect("the size of what another program pastes", lambda: picture_size(desktop, home),
                struct.unpack("<HH", saved[6:10]))


def test_a_picture_that_cannot_be_had_can_be_asked_for_again(launch_all, odd_server, keyring):
    with launch_all(odd_server) as app:
        app.go_keyed(GIFS, "alt+3")
        app.enter_key(KEY)
        app.wait_for_cells()
        app.ask("missing")
        app.until("one picture", lambda: len(app.names()) == 1 and app.count().startswith("1 "))
        app.wait(tree.BUTTON, "Try Again", rows=True)
        before = len(odd_server.log("_s.gif"))
        app.keys.press("Down")
        app.until("the cell in the focus", app.focused_cell)
        app.keys.press("Tab")
        app.until("the button in the focus", lambda: (app.focused() or app.root).name == "Try Again")
        app.keys.press("Return")
        app.until("another request", lambda: len(odd_server.log("_s.gif")) > before)
        app.wait(tree.BUTTON, "Try Again", rows=True)
        app.keys.press("Tab", "Tab")
        app.until("the star in the focus", lambda: (app.focused() or app.root).name == "Star")
