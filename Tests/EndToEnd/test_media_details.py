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


def test_the_actions_are_with_the_facts_or_else_below_the_picture(demo):
    demo.resize(1200, 760)
    demo.go(PHOTOS, "alt+4")
    demo.wait_for_cells()
    demo.keys.press("ctrl+f", "Down", "Return")

    def top():
        place = tree.place(demo.find(tree.BUTTON, "Save…", within=demo.details()))
        return place.y if place else None

    def is_in_panel():
        return (found := top()) is not None and found < 500

    def is_at_foot():
        return (found := top()) is not None and found > 600

    demo.until("the actions in the panel", is_in_panel)
    demo.press(tree.BUTTON, "Information", until=is_at_foot)
    demo.press(tree.BUTTON, "Information", until=is_in_panel)


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
