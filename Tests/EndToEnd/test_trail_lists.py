"""Lists that an item leads to are pages of the trail: with their own keys and filter, and Back to the exact place."""

import tree
from screens import ENTRY

OTHERS = "Other Minerals"
def open_gold(app):
    app.go("Minerals")
    app.keys.type("gold wires")
    app.keys.press("Return")
    app.until("gold", lambda: [name.split(",")[0] for name in app.names()] == ["Gold"])
    app.keys.press("Down")
    wait_row(app, "Gold")
    app.keys.press("Return")
    app.wait("heading", "Gold")


def lead(app, name, title):
    """With Tab, from the list or in the details; returns once the first item of the list has the focus."""
    button = app.wait(tree.BUTTON, name)
    app.until("the way on, which can be pressed", lambda: tree.has(button, tree.STATE.SENSITIVE))
    app.tab_to(button, app.root)
    app.keys.press("Return")
    return wait_row(app, title)


def rows(app, name=OTHERS):
    return [node for node in app.children_of(name) if node.role == tree.ROW]


def row(app, title, name=OTHERS):
    return next((node for node in rows(app, name) if node.name.startswith(f"{title}, ")), None)


def in_focus(app, title):
    node = app.focused()
    return node if node is not None and node.role == tree.ROW and node.name.startswith(f"{title}, ") else None


def wait_row(app, title):
    return app.until(f"the focus on {title}", lambda: in_focus(app, title))


def filter_text(app):
    return tree.text(app.find(ENTRY, "Filter Results"))


def read_others(app):
    open_gold(app)
    lead(app, f"{OTHERS}: 11", "Sylvanite")


def test_a_figure_leads_to_a_list_and_back_returns_to_the_same_place(whole):  # noqa: F811
    read_others(whole)
    whole.keys.press("End")
    # Batches too small to be scrolled come by the button.
    whole.press_each(tree.BUTTON, "Load More", until=lambda: len(rows(whole)) == 9)
    whole.keys.press("End")
    wait_row(whole, "Fluorite")
    whole.keys.press("Left")
    there = wait_row(whole, "Baryte")
    place = tree.place(there)
    whole.keys.press("Return")
    whole.wait("heading", "Baryte")
    whole.keys.press("Escape")
    wait_row(whole, "Baryte")
    whole.expect("the place of the row", lambda: tree.place(in_focus(whole, "Baryte")), place)
    whole.expect("the rows", lambda: len(rows(whole)), 9)
    whole.says("gives only the first 10")
    whole.keys.press("alt+Left")
    whole.wait("heading", "Gold")
    whole.wait_focus_in("the figure", lambda: whole.find(tree.BUTTON, f"{OTHERS}: 11"))


def test_typing_goes_to_the_filter_of_the_list_that_is_read(whole):  # noqa: F811
    read_others(whole)
    whole.keys.type("syl")
    whole.until("one row", lambda: [node.name.split(",")[0] for node in rows(whole)] == ["Sylvanite"])
    whole.expect("the filter", lambda: filter_text(whole), "syl")
    whole.expect("the words in the entry", whole.query, "gold wires")
    whole.keys.press("Down")
    wait_row(whole, "Sylvanite")
    whole.keys.press("ctrl+shift+f")
    whole.wait_focus_in("the filter", lambda: whole.find(ENTRY, "Filter Results"))
    whole.keys.type("zzz")
    whole.says("matches “zzz”")
    whole.keys.press("Escape")
    whole.until("all rows", lambda: len(rows(whole)) > 1)
    whole.expect("the filter", lambda: filter_text(whole), "")
    whole.keys.press("Escape")
    whole.wait("heading", "Gold")


def test_keys_and_menu_act_on_the_row_of_the_list(whole):  # noqa: F811
    read_others(whole)
    whole.keys.press("Right")
    wait_row(whole, "Pyrite")
    whole.keys.press("ctrl+d")
    whole.until("a star", lambda: (row(whole, "Pyrite") or whole.frame).name.endswith(", starred"))
    whole.keys.press("F5")
    whole.until("the same rows", lambda: row(whole, "Pyrite"))
    wait_row(whole, "Pyrite")
    whole.keys.press("Menu")
    whole.press("menu item", "Show Details", until=lambda: whole.find("heading", "Pyrite"))
    whole.press(tree.BUTTON, f"Back to {OTHERS}", until=lambda: in_focus(whole, "Pyrite"))


def test_in_a_narrow_window_the_list_is_a_page_with_its_own_title(whole):  # noqa: F811
    whole.resize(360, 640)
    open_gold(whole)
    whole.wait_focus_in("the heading", lambda: whole.find("heading", "Gold"))
    lead(whole, f"{OTHERS}: 11", "Sylvanite")
    whole.gone(tree.BUTTON, "Back to Gold")
    whole.press(tree.BUTTON, "Back", until=lambda: whole.find("heading", "Gold"))
