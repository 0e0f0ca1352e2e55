"""Tags and notes: the dialog, the sidebar, the details."""

import contextlib
import sqlite3

import tree
from screens import ENTRY


def dialog(app):
    return next((window for window in tree.windows(app.root) if tree.name(window) == "Tags"), None)


def open_tags(app):
    app.keys.press("ctrl+t")
    return app.until("the dialog", lambda: dialog(app))


def close_tags(app):
    app.keys.press("Escape")
    app.until("no dialog", lambda: dialog(app) is None)
    app.until("the focus in a row", app.row_in_focus)


def add_tag(app, name):
    """Adds a tag in the dialog. Returns its check button."""
    app.keys.type(name)
    app.keys.press("Return")
    return app.wait("check box", name, within=dialog(app))


def tag_row(app, name):
    return app.source_row(f"{name}, tag")


def expect_tag(app, name, said):
    app.expect(f"the row of {name}", lambda: getattr(tag_row(app, name), "name", None), said)


def choose_in_menu(app, name, entry):
    app.until("only the main window", lambda: len(tree.windows(app.root)) == 1)
    app.click(lambda: tag_row(app, name), button=3)
    app.wait("menu item", entry)
    app.press("menu item", entry, until=lambda: app.find("menu item", entry) is None)


def test_several_rows_are_tagged_with_the_keyboard(app, three_favorites):
    app.show_favorites()
    app.until("the focus in a row", app.row_in_focus)
    app.keys.press("ctrl+a")
    app.wait("label", "3 Selected")
    open_tags(app)
    check = add_tag(app, "editor")
    app.until("its mark", lambda: tree.has(check, tree.STATE.CHECKED))
    close_tags(app)
    expect_tag(app, "editor", "editor, tag, 3 favorites")
    app.wait_for_text("“editor” added to 3 favorites")
    app.keys.press("Escape", "ctrl+t")
    app.until("the dialog", lambda: dialog(app))
    app.wait("check box", "editor", within=dialog(app))
    add_tag(app, "text tool")
    close_tags(app)
    expect_tag(app, "text tool", "text tool, tag, 1 favorite")
    app.click(lambda: tag_row(app, "text tool"))
    app.expect("the source", app.source, "text tool")
    app.expect("the favorites", lambda: len(app.rows("Favorites")), 1)
    app.keys.press("ctrl+k")
    app.keys.type("editor")
    app.wait("list item", "editor, tag")
    app.keys.press("Return")
    app.expect("the source", app.source, "editor")
    app.expect("the favorites", lambda: len(app.rows("Favorites")), 3)


def test_an_item_that_is_no_favorite_is_offered_to_be_one(app):
    app.search_for_rows("swift")
    app.select_first()
    app.keys.press("ctrl+t")
    app.wait_for_text("Only favorites can have tags and notes.")
    app.shows_dialogs = True
    app.keys.press("Return")
    app.until("the tags", lambda: dialog(app))
    add_tag(app, "editor")
    close_tags(app)
    app.wait_starred(app.selected())
    expect_tag(app, "editor", "editor, tag, 1 favorite")


def test_a_tag_is_renamed_merged_and_deleted_and_comes_back(app, three_favorites):
    app.show_favorites()
    app.until("the focus in a row", app.row_in_focus)
    open_tags(app)
    add_tag(app, "editor")
    add_tag(app, "tool")
    close_tags(app)
    app.keys.press("Down")
    open_tags(app)
    app.wait("check box", "tool", within=dialog(app))
    add_tag(app, "tool")
    close_tags(app)
    expect_tag(app, "tool", "tool, tag, 2 favorites")

    app.shows_dialogs = True
    choose_in_menu(app, "editor", "Rename…")
    app.wait(tree.BUTTON, "Rename")
    app.keys.press("ctrl+a")
    app.keys.type("writing")
    app.keys.press("Return")
    expect_tag(app, "writing", "writing, tag, 1 favorite")

    choose_in_menu(app, "writing", "Rename…")
    app.wait(tree.BUTTON, "Rename")
    app.keys.press("ctrl+a")
    app.keys.type("TOOL")
    app.wait_for_text("The tag is merged into “tool”.")
    app.keys.press("Return")
    app.wait_for_text("“writing” merged into “tool”")
    app.until("no row of the merged tag", lambda: tag_row(app, "writing") is None)
    app.keys.press("ctrl+z")
    expect_tag(app, "writing", "writing, tag, 1 favorite")

    choose_in_menu(app, "writing", "Merge Into…")
    app.wait(tree.BUTTON, "Merge")
    app.keys.press("space")
    app.until("the focus in the search field", lambda: app.focused() and app.focused().role in ENTRY)
    app.keys.press("Down", "Return")
    app.wait_focus_in("the answer", lambda: app.find(tree.BUTTON, "Merge"))
    app.keys.press("Return")
    app.wait_for_text("“writing” merged into “tool”")
    app.keys.press("ctrl+z")
    expect_tag(app, "writing", "writing, tag, 1 favorite")

    app.keys.press("ctrl+f", "shift+F6")
    app.until("the focus in the sidebar", lambda: app.focus_is_in(app.wait("list", "Sources")))
    app.keys.press("t")
    app.until("the focus in the tag", lambda: app.focus_is_in(tag_row(app, "tool")))
    app.keys.press("F2")
    app.wait(tree.BUTTON, "Rename")
    app.keys.press("Escape")
    # A key is lost while the dialog still has the keyboard.
    app.gone(tree.BUTTON, "Rename")
    app.wait_active()
    app.until("the focus in the tag", lambda: app.focus_is_in(tag_row(app, "tool")))
    app.keys.press("Delete")
    app.wait_for_text("Tag “tool” deleted")
    app.until("no row of the deleted tag", lambda: tag_row(app, "tool") is None)
    app.keys.press("ctrl+z")
    expect_tag(app, "tool", "tool, tag, 2 favorites")


def drag(app, source, target):
    """Drags one node onto another, in the steps that a drag needs."""
    width, height = app.border()

    def move(place, step=0):
        x, y = width // 2 + place.x + place.width // 3 + step, height - width // 2 + place.y + place.height // 2
        app.keys.run("mousemove", "--window", app.window, x, y)
        # The window answers only between two events, so that it does not take several moves for one.
        for _ in range(3):
            tree.place(target())

    places = [app.laid_out(probe) for probe in (source, target)]
    move(places[0])
    app.keys.run("mousedown", 1)
    for step in (5, 20, 40):
        move(places[0], -step)
    for step in (20, 10, 5, 0):
        move(places[1], step)
    app.keys.run("mouseup", 1)


def test_selected_rows_are_dropped_on_a_tag(app, three_favorites):
    app.show_favorites()
    app.until("the focus in a row", app.row_in_focus)
    open_tags(app)
    add_tag(app, "editor")
    close_tags(app)
    expect_tag(app, "editor", "editor, tag, 1 favorite")
    for _ in range(4):
        # A drag that the window missed was a click, which selects one row.
        app.keys.press("ctrl+a")
        app.wait("label", "3 Selected")
        drag(app, lambda: app.rows("Favorites")[1], lambda: tag_row(app, "editor"))
        with contextlib.suppress(AssertionError):
            app.until("the drop", lambda: tag_row(app, "editor").name == "editor, tag, 3 favorites", 15)
            break
    expect_tag(app, "editor", "editor, tag, 3 favorites")
    app.keys.press("ctrl+z")
    expect_tag(app, "editor", "editor, tag, 1 favorite")


def note(app):
    return app.find("text", "Note", within=app.details())


def test_a_note_is_saved_by_itself_and_survives_a_kill(launch, server, home):
    with launch(server) as app:
        app.search_for_rows("swift")
        app.select_first()
        app.keys.press("ctrl+d")
        app.wait_starred(app.selected())
        app.keys.press("ctrl+e")
        app.wait_focus_in("the note", lambda: note(app))
        app.keys.type("remember")
        app.keys.press("Return")
        app.keys.type("the milk")
        app.expect("the note", lambda: tree.text(note(app)), "remember\nthe milk")
        app.keys.press("ctrl+Return")
        app.until("the focus on the heading", lambda: app.focus_is_in(app.find("heading", "swift")))
        app.until("the note on the disk", lambda: saved_note(home) == "remember\nthe milk")
        app.kill()
    with launch(server) as app:
        app.show_favorites()
        app.until("the focus in a row", app.row_in_focus)
        app.keys.press("shift+F10")
        app.press("menu item", "Note…", until=lambda: note(app) and app.focus_is_in(note(app)))
        app.expect("the note", lambda: tree.text(note(app)), "remember\nthe milk")


def test_a_note_is_continued_at_its_end_and_escape_returns_to_the_row(app, three_favorites):
    app.resize(1200, 760)
    app.show_favorites()
    app.until("the focus in a row", app.row_in_focus)
    for words, said in [("use with", "use with"), (" bat", "use with bat")]:
        app.keys.press("ctrl+e")
        app.wait_focus_in("the note", lambda: note(app))
        app.keys.type(words)
        app.expect("the note", lambda: tree.text(note(app)), said)
        app.keys.press("Escape")
        app.until("the focus in the row", app.row_in_focus)
    # The same from the details.
    app.keys.press("F6")
    app.wait_focus_in("the details", app.details)
    app.keys.press("ctrl+e")
    app.wait_focus_in("the note", lambda: note(app))
    app.keys.press("Escape")
    app.until("the focus in the row", app.row_in_focus)
    app.press(tree.BUTTON, "Add Tag", within=app.details(), until=lambda: dialog(app))
    close_tags(app)


def test_a_note_does_not_empty_the_window_at_another_width(app, three_favorites):
    app.resize(1200, 760)
    app.show_favorites()
    app.until("the focus in a row", app.row_in_focus)
    app.keys.press("ctrl+e")
    app.wait_focus_in("the note", lambda: note(app))
    app.keys.type("remember")
    app.keys.press("Escape")
    # GTK warns of what has no place and is not painted, and the test fails then.
    for width in (360, 1200, 700, 1200, 360, 1000):
        app.resize(width, 760)
        app.until("still", app.camera.still)


def saved_note(home):
    """Reads the note in the library, with the write-ahead log."""
    found = next(home.rglob("library.sqlite"), None)
    if found is None:
        return None
    with sqlite3.connect(f"file:{found}?mode=ro", uri=True) as library:
        row = library.execute("SELECT text FROM note").fetchone()
    return row and row[0]
