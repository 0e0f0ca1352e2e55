"""Pictures for other programs: copying, dragging, saving."""

import contextlib
import pathlib
import urllib.parse

import pytest

import chooser
import tree
from media import GIFS, KEY, PHOTOS, Media
from receiver import Receiver, frames, paste
from standin import StandIn
from test_keyboard import stub_browser
from test_tags import add_tag, dialog, expect_tag, open_tags, tag_row
from test_tags import drag as drag_to_tag
from wallpaper import WallpaperPortal


def file_of(uri):
    address = urllib.parse.urlsplit(uri.strip())
    assert address.scheme == "file", uri
    return pathlib.Path(urllib.parse.unquote(address.path))


def open_lighthouse(app, source=GIFS, keys="alt+3"):
    """Opens the first picture of a search, and returns its title."""
    app.go(source, keys)
    app.wait_for_cells()
    app.ask("golden lighthouse")
    app.until("what was searched for", lambda: app.count() and "Golden" in app.first_name())
    title = app.first_name().split(",")[0]
    app.keys.press("Down", "Return")
    app.wait(tree.BUTTON, "Save…")
    return title


@pytest.fixture
def home(home):
    """The home of a test, with folders as `xdg-user-dirs` names them."""
    for name in ("Images", "Other", "config"):
        (home / name).mkdir()
    (home / "config/user-dirs.dirs").write_text('XDG_PICTURES_DIR="$HOME/Images"\n')
    return home


TYPES = ["text/uri-list", "x-special/gnome-copied-files", "image/gif", "text/html", "text/plain;charset=utf-8"]


def check_offer(found, title):
    """Checks what is offered of an animated GIF, and in which order. Returns the file."""
    types = list(found)
    assert [kind for kind in types if kind in TYPES] == TYPES, types
    assert not [kind for kind in types if kind.startswith("image/") and kind != "image/gif"], types
    assert found["text/plain;charset=utf-8"].startswith("http")
    file = file_of(found["text/uri-list"])
    assert file.name == f"{title}.gif"
    assert [folder.stat().st_mode & 0o777 for folder in list(file.parents)[:2]] == [0o700, 0o700]
    return file


def test_a_copied_gif_is_pasted_as_a_file_that_still_moves_when_the_program_has_ended(demo, desktop, home):
    title = open_lighthouse(demo)
    demo.press(tree.BUTTON, "Copy", until=lambda: demo.find(None, "Picture copied"))
    found = paste(desktop, home)
    file = check_offer(found, title)
    uri = found["text/uri-list"].removesuffix("\r\n")
    assert found["x-special/gnome-copied-files"] == f"copy\n{uri}"
    assert f'alt="{title}"' in found["text/html"] and '<img src="http' in found["text/html"]
    assert file.read_bytes() == found["image/gif"].encode("latin-1")
    demo.keys.press("ctrl+q")
    demo.ended()
    assert frames(file.read_bytes()) > 1


def drag_out(app, source, receiver):
    """Drags a node onto the receiver's window. Returns what the drop brought, by type."""
    width, height = app.border()
    places = [None]

    def rests():
        """Pages move while they change."""
        places.append(tree.place(source()))
        return places[-1] if places[-1] == places[-2] else None

    place = app.until("a place that stays", rests)
    x, y = width // 2 + place.x + place.width // 2, height - width // 2 + place.y + place.height // 2
    target = receiver.window(app.keys)
    app.keys.run("mousemove", "--window", app.window, x, y)
    app.keys.run("mousedown", 1)

    def drags():
        # The window takes several moves for one while it is busy.
        for step in (20, 0):
            app.keys.run("mousemove", "--window", target, 150 + step, 150)
        return receiver.has_drag()

    app.until("a drag", drags)
    app.keys.run("mouseup", 1)
    return receiver.got()


def test_a_gif_is_dragged_from_its_cell_and_from_its_details(demo, desktop, home):
    demo.resize(700, 700)
    demo.go(GIFS, "alt+3")
    demo.wait_for_cells()
    with Receiver(desktop, home) as receiver:
        demo.keys.run("windowmove", receiver.window(demo.keys), 800, 50)
        title = demo.first_name().split(",")[0]
        file = check_offer(drag_out(demo, lambda: demo.cells()[0], receiver), title)
        assert frames(file.read_bytes()) > 1
        file.unlink()
        demo.click(lambda: demo.cells()[0])
        demo.wait(tree.BUTTON, "Full Screen")

        demo.wait("label", title)

        def picture():
            """Returns the picture of this GIF. The cells of the grid leave later than the details come."""
            words = title.removesuffix(" GIF").lower()
            return demo.find("image", lambda name: words in name.lower())

        assert check_offer(drag_out(demo, picture, receiver), title) == file


def test_the_message_about_a_saved_picture_opens_the_folder(launch_all, home):
    stub_browser(home, "inode/directory")
    with StandIn(search_limit="off") as server, launch_all(server) as app:
        open_lighthouse(app)
        app.press(tree.BUTTON, "Save…", until=lambda: app.find(None, "Save Picture"))
        chooser.name_file(app, "Save Picture", home / "lighthouse.gif")
        app.wait_for_text("Saved as “lighthouse.gif”")
        opened = home / "opened"
        app.press(tree.BUTTON, "Open Folder", until=lambda: opened.exists() and opened.read_text().endswith("\n"))
        assert opened.read_text().strip() == str(home)


def test_pictures_are_saved_in_the_folder_for_pictures_and_then_where_the_last_one_was(demo, home):
    open_lighthouse(demo)
    for folder, path in [("Images", "first.gif"), ("Other", home / "Other/second.gif"), ("Other", "third.gif")]:
        demo.press(tree.BUTTON, "Save…", until=lambda: demo.find(None, "Save Picture"))
        chooser.name_file(demo, "Save Picture", path)
        file = home / folder / pathlib.Path(path).name
        demo.until(f"{file}", file.exists)
        demo.gone(None, "Save Picture")


def test_a_picture_that_loads_slowly_is_saved_although_the_window_closes(launch_all, home):
    with StandIn(search_limit="off") as server, launch_all(server) as app:
        # The page shows a thumbnail of a photo, so the original has to be loaded.
        open_lighthouse(app, PHOTOS, "alt+4")
        app.press(tree.BUTTON, "Save…", until=lambda: app.find(None, "Save Picture"))
        with server.suspended():
            chooser.name_file(app, "Save Picture", home / "slow.jpg")
            app.wait_for_text("Saving “slow.jpg”")
            app.keys.press("ctrl+q")
            app.until("no window", lambda: not tree.windows(app.root))
            assert app.alive()
        assert app.ended() == 0
        assert (home / "slow.jpg").read_bytes()[:4] == b"\xff\xd8\xff\xe0"


def test_several_gifs_are_saved_into_a_folder_and_overwrite_nothing(demo, home):
    demo.go(GIFS, "alt+3")
    demo.wait_for_cells()
    names = [name.split(",")[0] for name in demo.names()[:3]]
    folder = home / "saved"
    folder.mkdir()
    (folder / f"{names[0]}.gif").write_text("precious")
    demo.keys.press("ctrl+f", "Down", "shift+Right", "shift+Right")
    demo.wait("label", "3 Selected")
    demo.press(tree.BUTTON, "Save All…", until=lambda: demo.find(None, "Save Pictures"))
    chooser.name_folder(demo, "Save Pictures", folder)
    demo.wait_for_text("3 pictures saved in “saved”")
    saved = sorted(path.name for path in folder.iterdir())
    assert len(saved) == 4 and f"{names[0]} (2).gif" in saved, saved
    assert (folder / f"{names[0]}.gif").read_text() == "precious"
    assert all(frames(path.read_bytes()) > 1 for path in folder.iterdir() if path.stat().st_size > 20)


def test_a_picture_has_the_whole_screen(demo):
    demo.go(PHOTOS, "alt+4")
    demo.wait_for_cells()
    heading, second = [name.split(",")[0] for name in demo.names()[:2]]
    demo.keys.press("ctrl+f", "Down", "Return")
    demo.wait(tree.BUTTON, "Full Screen")
    before = demo.camera.size()
    demo.keys.press("F11")
    demo.wait(tree.BUTTON, "Leave Full Screen")
    demo.gone(tree.BUTTON, "Information")
    demo.gone("label", heading)
    demo.until("the whole screen", lambda: all(new > old for new, old in zip(demo.camera.size(), before)))
    demo.wait_focus_in("the picture", lambda: demo.find("image", heading))
    demo.keys.press("Right")
    demo.wait("image", second)
    demo.keys.press("plus")
    demo.wait(tree.BUTTON, "Zoom Out")
    demo.keys.press("Escape")
    demo.wait(tree.BUTTON, "Full Screen")
    demo.wait("label", second)
    demo.expect("the old size", demo.camera.size, before)
    demo.keys.press("F11")
    demo.wait(tree.BUTTON, "Leave Full Screen")
    demo.keys.type("x")
    demo.until("the words in the entry", lambda: demo.query() == "x")
    demo.gone(tree.BUTTON, "Leave Full Screen")


def test_the_panel_is_closed_until_asked_for_and_stays_as_it_is(launch_all, keyring, home):
    with StandIn(search_limit="off") as server:
        for shown, other in ((False, True), (True, False)):
            with launch_all(server, GSETTINGS_BACKEND="keyfile") as app:
                if not shown:
                    app.go_keyed(GIFS, "alt+3")
                    app.enter_key(KEY)
                else:
                    app.go(GIFS, "alt+3")
                app.wait_for_cells()
                app.keys.press("ctrl+f", "Down", "Return")
                app.expect("the panel", lambda: app.is_pressed(tree.BUTTON, "Information"), shown)
                app.keys.press("ctrl+i")
                app.expect("the panel", lambda: app.is_pressed(tree.BUTTON, "Information"), other)
                app.keys.press("ctrl+q")
                app.ended()


def test_the_credit_names_author_license_and_source(demo, desktop, home):
    demo.go(PHOTOS, "alt+4")
    demo.wait_for_cells()
    author = demo.first_name().split(", by ")[1].split(",")[0]
    demo.keys.press("ctrl+f", "Down", "Return")
    demo.press(tree.BUTTON, "More", until=lambda: demo.find("menu item", "Copy Credit"))
    demo.press("menu item", "Copy Credit", until=lambda: demo.find(None, "Credit copied"))
    credit = paste(desktop, home)["text/plain;charset=utf-8"].encode("latin-1").decode()
    assert credit.startswith(f"{author}, CC") and ", via Flickr, http" in credit, credit


def test_the_key_copies_a_picture_and_in_the_entry_text(demo, desktop, home):
    demo.go(PHOTOS, "alt+4")
    demo.wait_for_cells()
    demo.keys.press("ctrl+f", "Down", "ctrl+c")
    demo.wait(None, "Picture copied")
    found = paste(desktop, home)
    assert file_of(found["text/uri-list"]).suffix in (".jpg", ".png")
    demo.keys.press("ctrl+f")
    demo.keys.type("harbor")
    demo.keys.press("ctrl+a", "ctrl+c")
    demo.until("the words", lambda: "harbor" in paste(desktop, home).get("text/plain;charset=utf-8", ""))


def open_menu(app):
    """Opens the first picture of the list, and its menu."""
    app.wait_for_cells()
    app.keys.press("ctrl+f", "Down", "Return")
    app.press(tree.BUTTON, "More", until=lambda: app.find("menu item", "Copy Credit"))


def test_a_photo_becomes_the_wallpaper_where_the_desktop_offers_that(desktop, home):
    with WallpaperPortal(desktop, home) as portal, Media(desktop, home, "--demo") as app:
        app.go(PHOTOS, "alt+4")
        open_menu(app)
        app.wait("menu item", "Set as Wallpaper…")
        app.press("menu item", "Set as Wallpaper…", until=lambda: app.find(None, "Wallpaper set"))
        assert portal.got()["preview"] is True
        app.go(GIFS, "alt+3")
        open_menu(app)
        app.gone("menu item", "Set as Wallpaper…")


def test_without_the_portal_no_wallpaper_is_offered(demo):
    demo.go(PHOTOS, "alt+4")
    open_menu(demo)
    demo.gone("menu item", "Set as Wallpaper…")


def has_focus(app, name):
    """Returns whether a row of that list has the focus."""
    return any(tree.includes(row.states, tree.STATE.FOCUSED) for row in app.cells(name))


def test_a_dragged_favorite_is_tagged_or_brings_its_file(demo, desktop, home):
    demo.resize(1200, 700)
    titles = []
    for name, keys in ((GIFS, "alt+3"), (PHOTOS, "alt+4")):
        demo.go(name, keys)
        demo.wait_for_cells()
        titles.append(demo.first_name().split(",")[0])
        demo.keys.press("Down")
        demo.until("the focus in a cell", demo.focused_cell)
        demo.keys.press("ctrl+d")
        demo.until("a favorite", lambda: demo.first_name().endswith(", starred"))
    demo.show_favorites()
    demo.until("the focus in a row", lambda: has_focus(demo, "Favorites"))
    open_tags(demo)
    add_tag(demo, "fun")
    demo.keys.press("Escape")
    demo.until("no dialog", lambda: dialog(demo) is None)
    demo.until("the focus in a row again", lambda: has_focus(demo, "Favorites"))
    expect_tag(demo, "fun", "fun, tag, 1 favorite")
    for _ in range(4):
        # The window may miss a step of the pointer while it is busy.
        drag_to_tag(demo, lambda: demo.cells("Favorites")[1], lambda: tag_row(demo, "fun"))
        with contextlib.suppress(AssertionError):
            demo.until("the drop", lambda: tag_row(demo, "fun").name == "fun, tag, 2 favorites", 15)
            break
    expect_tag(demo, "fun", "fun, tag, 2 favorites")
    with Receiver(desktop, home) as receiver:
        demo.keys.run("windowmove", receiver.window(demo.keys), 1300, 50)
        file = check_offer(drag_out(demo, lambda: demo.cells("Favorites")[1], receiver), titles[0])
        assert frames(file.read_bytes()) > 1
