"""The sidebar of sources, and the keys that lead to a source or to a pane."""

import tree


def expect_sidebar(app, shown):
    app.expect("whether the sidebar shows", lambda: app.is_pressed(tree.BUTTON, "Sidebar"), shown)


def wait_focus_on(app, source):
    app.wait_focus_in(f"the row of {source}", lambda: app.source_row(source))


def test_a_click_shows_a_source_and_keeps_the_focus_in_the_sidebar(app):
    app.choose_source("People")
    wait_focus_on(app, "People")
    app.expect("whether its row is selected", lambda: is_selected(app, "People"), True)
    app.keys.press("Down")
    wait_focus_on(app, "GIFs")
    app.resize(700, 640)
    app.keys.press("F9")
    wait_focus_on(app, "GIFs")
    app.choose_source("Repositories")
    expect_sidebar(app, False)
    app.wait_focus_in_entry()


def add_tag(app, name):
    app.keys.press("ctrl+t")
    app.wait(None, "Tags")
    app.keys.type(name)
    app.keys.press("Return")
    app.wait("check box", name)
    app.keys.press("Escape")
    app.gone("check box", name)


def choose_tag(app, name):
    app.click(lambda: app.source_row(f"{name}, tag"))
    app.expect("the source", app.source, name)


def test_delete_after_a_click_means_the_row_and_no_favorite(app):
    app.search_for_rows("swift")
    app.select_first()
    app.keys.press("ctrl+d")
    app.wait_starred(app.first())
    add_tag(app, "later")
    app.choose_source("All Favorites")
    app.wait_for_rows("Favorites")
    app.keys.press("Delete")
    choose_tag(app, "later")
    app.wait_for_rows("Favorites")
    app.keys.press("Delete")
    app.wait_for_text("Tag “later” deleted")
    app.until("no such tag", lambda: app.source_row("later, tag") is None)
    app.until("one favorite", lambda: app.source_row("All Favorites").name == "All Favorites, 1")
    app.until("a focus in the sidebar", lambda: app.focus_is_in(app.find("list", "Sources")))


def test_a_row_stays_while_it_is_pressed_and_others_go(app):
    app.search_for_rows("swift")
    app.select_first()
    app.keys.press("ctrl+d")
    app.wait_starred(app.first())
    add_tag(app, "later")
    choose_tag(app, "later")
    wait_focus_on(app, "later, tag")
    app.point_at(app.laid_out(lambda: app.source_row("People")))
    app.keys.run("mousedown", 1)
    app.keys.press("Delete")
    app.until("no such tag", lambda: app.source_row("later, tag") is None)
    app.keys.run("mouseup", 1)
    app.expect("the source", app.source, "People")


def test_a_slow_click_counts_on_the_row_where_it_began(app):
    app.search_for_rows("swift")
    slow = app.laid_out(lambda: app.source_row("People"))
    app.point_at(slow)
    # GTK's own list gives up after the time of a double click.
    app.keys.run("mousedown", 1, "sleep", "1", "mouseup", 1)
    app.expect("the source", app.source, "People")
    app.keys.run("mousedown", 1)
    app.point_at(app.laid_out(lambda: app.source_row("GIFs")))
    app.keys.run("sleep", "1", "mouseup", 1)
    app.point_at(app.laid_out(lambda: app.source_row("Photos")))
    app.keys.run("click", 1)
    app.expect("the source", app.source, "Photos")


def is_selected(app, source):
    return tree.includes(app.source_row(source).states, tree.STATE.SELECTED)


def test_arrows_and_letters_choose_a_source_and_enter_goes_there(app):
    app.keys.press("shift+F6")
    wait_focus_on(app, "Repositories")
    app.keys.press("Down")
    wait_focus_on(app, "People")
    app.expect("the source", app.source, "People")
    app.keys.press("a")
    wait_focus_on(app, "All Favorites")
    app.expect("the source", app.source, "All Favorites")
    app.keys.press("r", "Return")
    app.expect("the source", app.source, "Repositories")
    app.wait_focus_in_entry()
    app.expect("the words in the entry", app.query, "")


def test_each_arrow_goes_to_the_next_source(launch, server, console, favorites_file):
    console("--import", favorites_file)
    with launch(server) as app:
        app.keys.press("shift+F6")
        wait_focus_on(app, "Repositories")
        app.until("the saved search", lambda: app.source_row("Rust, saved search"))
        names = [row.name for row in app.children_of("Sources") if row.role == tree.ROW]
        for key, walk in [("Down", names[1:]), ("Up", names[-2::-1])]:
            for name in walk:
                app.keys.press(key)
                wait_focus_on(app, name)
        app.keys.press("End")
        wait_focus_on(app, names[-1])
        app.keys.press("Home")
        wait_focus_on(app, names[0])


def test_favorites_are_counted(app, three_favorites):
    app.until("three favorites", lambda: app.source_row("All Favorites").name == "All Favorites, 3")
    app.favorites_are(list(reversed(three_favorites)))
    app.keys.press("ctrl+d")
    app.until("two favorites", lambda: app.source_row("All Favorites").name == "All Favorites, 2")


def test_f9_gives_the_room_of_the_sidebar_to_the_list(app):
    # The start page would be in the middle of the room.
    app.search_for_rows("swift")
    expect_sidebar(app, True)
    before = tree.place(app.entry()).x
    app.keys.press("F9")
    expect_sidebar(app, False)
    app.until("the list at the edge", lambda: tree.place(app.entry()).x < before - 150)
    app.keys.press("F9")
    expect_sidebar(app, True)
    wait_focus_on(app, "Repositories")
    app.expect("where the list is", lambda: tree.place(app.entry()).x, before)


def test_in_a_narrower_window_it_slides_over_the_list(app):
    app.resize(700, 640)
    expect_sidebar(app, False)
    app.keys.press("F9")
    expect_sidebar(app, True)
    wait_focus_on(app, "Repositories")
    app.keys.press("Escape")
    expect_sidebar(app, False)
    app.wait_focus_in_entry()
    app.press(tree.BUTTON, "Sidebar", until=lambda: app.is_pressed(tree.BUTTON, "Sidebar"))
    wait_focus_on(app, "Repositories")
    app.keys.press("Down")
    wait_focus_on(app, "People")
    expect_sidebar(app, True)
    app.keys.press("Return")
    expect_sidebar(app, False)
    app.expect("the source", app.source, "People")
    app.wait_focus_in_entry()


def test_f10_opens_the_main_menu_of_a_hidden_sidebar(app):
    app.resize(360, 640)
    expect_sidebar(app, False)
    app.keys.press("F10")
    app.wait(None, "About Stargazer")


def test_f10_opens_the_main_menu_while_the_sidebar_moves(app):
    app.resize(360, 640)
    expect_sidebar(app, False)
    for milliseconds in range(0, 400, 40):
        app.keys.run("key", "--delay", milliseconds, "F9", "F9", "F10")
        app.wait(None, "About Stargazer")
        app.keys.press("Escape")
        app.gone(None, "About Stargazer")
        app.keys.press("Escape")
        expect_sidebar(app, False)


def test_tab_stops_once_in_the_sidebar(app):
    app.keys.press("shift+F6")
    wait_focus_on(app, "Repositories")
    app.keys.press("Tab")
    app.wait_focus_in("the next control", lambda: app.find(tree.BUTTON, "Sidebar"))
    app.keys.press("shift+Tab")
    wait_focus_on(app, "Repositories")
    app.expect("the source", app.source, "Repositories")


def test_f6_goes_through_the_panes(app):
    app.search_for_rows("swift")
    app.select_first()
    app.wait_focus_in("the row", app.selected)
    app.keys.press("F6")
    app.wait_focus_in("the details", app.details)
    app.keys.press("F6")
    wait_focus_on(app, "Repositories")
    app.keys.press("F6")
    app.wait_focus_in("the row", app.selected)
    app.keys.press("shift+F6")
    wait_focus_on(app, "Repositories")


def go_to(app, letters, name):
    app.keys.press("ctrl+k")
    window = app.wait(None, "Go To")
    app.wait_focus_in("the entry", lambda: app.find(("entry", "text"), "Go To", within=window))
    app.keys.type(letters)
    app.wait(tree.ROW, name, within=window)
    app.keys.press("Return")
    app.gone(None, "Go To")


def test_ctrl_k_goes_to_a_source_or_a_favorite(app, three_favorites):
    go_to(app, "peo", "People")
    app.expect("the source", app.source, "People")
    favorite = three_favorites[1]
    go_to(app, favorite, favorite)
    app.wait("heading", favorite.split("/")[1], within=app.details())
