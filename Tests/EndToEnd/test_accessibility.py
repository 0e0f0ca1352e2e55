"""Screen reader access: a name on every control, full row names, stars that can be operated, a count."""

import json
import re

import chooser
import tree
from media import PHOTOS
from screens import ENTRY, REPOSITORY_ROW
from test_people_comparison import choosing, ready
from test_people_navigation import lead
from test_preferences import close_preferences, go_to_page, open_preferences

CLASS_NAME = re.compile(r"^(Gtk|Adw|Sgz)[A-Z]")
CONTROLS = {"push button", "toggle button", "check box", "radio button", "combo box", "entry", "text", "menu item",
            "page tab", "list item", "slider", "spin button", "switch", "link"}  # fmt: skip


def focusable(node):
    return [found for found in tree.walk(node, rows=True) if tree.includes(found.states, tree.STATE.FOCUSABLE)]


def expect_names(app):
    """Waits until every control has a name. In GTK 4.8 a control without a label has its class name or none."""

    def nameless():
        return [
            f"{node.role} {node.name!r} in {tree.name(node.get_parent())!r}" for node in focusable(app.root)
            if CLASS_NAME.match(node.name) or (node.role in CONTROLS and not node.name)
        ]  # fmt: skip

    # A toast gets the name of its button when it is shown.
    app.expect("the controls without a name", nameless, [])


def test_every_control_has_a_name_in_every_place(app):
    expect_names(app)
    app.search_for_rows("swift")
    app.select_first()
    app.keys.press("ctrl+d")
    app.open_selected()
    expect_names(app)
    app.favorites(1)
    expect_names(app)


def test_every_control_of_the_headers_has_a_name(app):
    app.search_for_rows("swift")
    app.select_first()
    app.open_selected()
    app.until("the controls of both headers", lambda: {"Main Menu", "Close"} <= set(headers(app)))
    app.expect("those without a name", lambda: headers(app).count(""), 0)
    app.resize(360, 640)
    app.until("the control that goes back", lambda: "Back" in headers(app))
    app.expect("those without a name", lambda: headers(app).count(""), 0)


def test_a_button_of_a_dialog_has_the_name_that_it_shows(launch, server, console, favorites_file):
    content = json.loads(favorites_file.read_text())
    content["tags"].append({"name": "other", "color": "blue"})
    favorites_file.write_text(json.dumps(content))
    console("--import", favorites_file)
    with launch(server) as app:
        app.shows_dialogs = True
        app.keys.press("shift+F6")
        app.wait_focus_in("the sidebar", lambda: app.find("list", "Sources"))
        app.keys.press("c")
        app.wait_focus_in("the tag", lambda: app.source_row("cli"))
        app.keys.press("F2")
        app.wait(ENTRY, "Name")

        def names():
            """Returns the names as they are said; `Node.name` has no repetition."""
            dialog = app.until("the dialog", lambda: app.find(("dialog", "frame"), lambda name: name != "Stargazer"))
            found = tree.find_all(dialog, tree.BUTTON)
            return [tree.told(button, lambda button: button.property("Name")) for button in found]

        app.expect("the names", names, ["Cancel", "Rename"])
        app.keys.press("ctrl+a")
        app.keys.type("other")
        app.expect("the names", names, ["Cancel", "Merge"])


def test_no_description_repeats_a_name(app):
    def repeated():
        return [node.name for node in tree.walk(app.root) if node.name and tree.description(node) == node.name]

    app.search_for_rows("swift")
    app.select_first()
    app.open_selected()
    app.wait("heading", "Installation")
    app.expect("what is said twice", repeated, [])
    app.keys.press("ctrl+d", "ctrl+2", "ctrl+a")
    app.wait(None, "All Favorites")
    app.expect("what is said twice", repeated, [])
    app.choose("Import from File…")
    chooser.wait_for(app, "Import Favorites")
    app.wait(tree.BUTTON, "Cancel")
    app.wait(tree.BUTTON, "Import")
    app.keys.press("Escape")


def headers(app):
    """Returns the names of the buttons of the visible header bars."""
    places = [(button, tree.place(button)) for button in tree.find_all(app.root, tree.BUTTON)]
    top = tree.place(app.frame).y
    return [button.name for button, place in places if place and 0 <= place.y - top < 40]


def test_rows_say_owner_name_stars_and_state(app):
    rows = app.search_for_rows("swift")
    for row in rows:
        assert REPOSITORY_ROW.match(row.name), row.name
        assert re.search(r", [\d,]+ stars?, (.+, )?(not )?starred$", row.name), row.name


def test_rows_are_described_by_what_their_repository_is(app):
    # Rows on the screen: rows far from it have a name and a description, but no labels yet.
    rows = app.search_for_rows("swift")[:6]
    app.until("a description", lambda: any(tree.description(row) for row in rows))
    for row in rows:
        said = tree.description(row)
        if said:
            app.wait("label", said, within=row, rows=True)


def test_the_order_is_said_in_words_and_changed_where_it_is_said(app):
    app.search_for_rows("swift")

    before = app.titles()
    app.press(tree.BUTTON, "Best Match", until=lambda: app.find("menu item", "Stars"))
    app.press("menu item", "Stars", until=lambda: app.find(tree.BUTTON, "Most Stars"))
    app.until("another order", lambda: app.titles() not in ([], before))


def test_windows_beside_the_main_one_name_their_controls(app):
    app.choose("About Stargazer")
    app.wait_focus_in("the About window", lambda: app.find(tree.BUTTON, "Version 0.1.0"))
    app.keys.press("Escape")
    app.gone("frame", "About")
    app.wait_active()
    app.keys.press("ctrl+comma")
    preferences = app.wait("frame", "Preferences")
    switches = ("Refresh Saved Searches in the Background", "Keep Search History")
    app.press("page tab", "Search", within=preferences, until=lambda: app.find(tree.ROW, switches[0], preferences))
    for name in switches:
        # A switch has the name of its row, and the row has no second focusable child.
        row = app.wait(tree.ROW, name, within=preferences)
        app.expect("what can have the focus", lambda: [node.name for node in focusable(row)], [name])


def test_the_focus_is_always_somewhere(app):
    app.search_for_rows("swift")
    app.select_first()
    for keys in (["Return"], ["ctrl+2"], ["ctrl+1"], ["ctrl+f"], ["Down"], ["F10"], ["Escape"], ["ctrl+d"], ["F5"]):
        app.keys.press(*keys)
        app.until(f"a focus after {keys}", app.focused)


def test_the_focus_survives_the_removal_of_the_last_favorite(app):
    app.search_for_rows("swift")
    row = app.select_first()
    app.keys.press("ctrl+d")
    app.wait_starred(row)
    app.favorites(1)
    app.until("a focus in Favorites", app.focused)
    app.press_star(lambda: app.first("Favorites"), until=lambda: app.find(None, "No Favorites Yet"))
    app.favorites_are_empty()
    app.until("a focus afterwards", app.focused)


def nameless_panes(app):
    return [f"scroll pane {node.name!r} in {tree.name(node.get_parent())!r}" for node in focusable(app.root)
            if node.role == "scroll pane" and (not node.name or CLASS_NAME.match(node.name))]  # fmt: skip


def expect_pane_names(app, *names):
    """Waits until panes of these names are there, and every pane that can get the focus has a name."""
    for name in names:
        app.wait("scroll pane", name)
    app.expect("the scroll panes without a name", lambda: nameless_panes(app), [])


def test_every_scroll_pane_has_a_name_in_every_place(app):
    app.show_favorites()
    app.favorites_are_empty()
    expect_pane_names(app, "No Favorites Yet")
    app.keys.press("alt+1")
    app.search_for_rows("swift")
    expect_pane_names(app, "Results", "Details")
    app.select_first()
    app.open_selected()
    app.press(tree.BUTTON, "Open Full Page", until=lambda: app.find(tree.BUTTON, "Find in Text"))
    expect_pane_names(app, re.compile("^README").search)
    open_preferences(app)
    for page in ("Account", "Pictures", "Library", "Search"):
        go_to_page(app, page)
        expect_pane_names(app, page)
    close_preferences(app)
    app.keys.press("ctrl+question")
    expect_pane_names(app, "Keyboard Shortcuts")


def test_every_scroll_pane_of_people_has_a_name(app):
    choosing(app, "golden")
    expect_pane_names(app, "Compare")
    ready(app, "sam-everwood")
    expect_pane_names(app)
    app.keys.press("alt+Left")
    lead(app, "Followers: 1,234")
    expect_pane_names(app, "Followers")


def test_the_page_of_a_missing_key_is_a_scroll_pane_with_its_heading(launch_all, server):
    with launch_all(server) as app:
        app.go_keyed(PHOTOS, "alt+4")
        expect_pane_names(app, "Flickr Needs a Key")
