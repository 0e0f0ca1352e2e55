"""Exporting favorites to a file and importing them, with the desktop's file chooser."""

import csv
import io
import json

import pytest

import chooser
import tree
from account import signed_in
from items import favorite
from screens import Stargazer, title
from settings import KEPT
from waiting import eventually


FORMATS = ["JSON", "CSV", "Markdown, by Tag", "Markdown, by Language", "Bookmarks"]


def export(app, path, format_="JSON"):
    app.choose("Export Favorites…")
    choose_format(app, format_)
    chooser.name_file(app, "Export Favorites", path)


def choose_format(app, name):
    """Chooses a format with the keyboard; the first one is chosen already."""
    told(app, "Export Format")
    app.until("the focus in the first format", lambda: (app.focused() or app.root).name == "JSON")
    for format_ in FORMATS[1 : FORMATS.index(name) + 1]:
        app.keys.press("Down")
        app.until(format_, lambda format_=format_: (app.focused() or app.root).name == format_)
        app.keys.press("space")
    app.keys.press("alt+f")


def choose_file(app, path):
    """Chooses a file to import."""
    app.choose("Import from File…")
    chooser.wait_for(app, "Import Favorites")
    app.keys.type("/")
    chooser.type_path(app, path)


def import_(app, path):
    """Chooses a file and confirms the preview."""
    choose_file(app, path)
    told(app, f"Import “{path.name}”?")
    app.keys.press("Return")
    app.gone(None, f"Import “{path.name}”?")


def told(app, heading):
    """Waits until the dialog with that heading has the focus."""
    app.shows_dialogs = True
    app.wait_focus_in("the dialog", lambda: app.find(None, heading))


def written(path):
    """Returns the file's text once it is written."""
    return eventually(f"the file {path}", lambda: path.exists() and path.read_text(encoding="utf-8"))


def test_favorites_are_exported_and_imported(server, app, three_favorites, home, desktop, tmp_path):
    """Imports into another library. The first window is closed before, since there is only one keyboard."""
    newest = list(reversed(three_favorites))
    path = home / "mine.json"
    export(app, path)
    app.wait_for_text("3 favorites were exported to mine.json")
    document = json.loads(written(path))
    assert document["format"] == "stargazer-favorites"
    assert [one["title"] for one in document["favorites"]] == newest
    assert app.close() == 0
    other = tmp_path / "other-home"
    other.mkdir()
    with Stargazer(desktop, other, "--github-api", server.url) as second:
        import_(second, path)
        second.wait_for_text("3 favorites were added")
        second.favorites_are(newest)
        import_(second, path)
        second.wait_for_text("Nothing to import: 3 favorites already exist")
        second.favorites_are(newest)


def test_an_import_finishes_after_the_window_is_closed(three_favorites, app, server, home, desktop, tmp_path):
    path = home / "mine.json"
    export(app, path)
    document = json.loads(written(path))
    assert app.close() == 0
    # So many favorites that the import takes longer than closing the window.
    one = document["favorites"][0]
    document["favorites"] = [one | {"id": str(10**6 + n), "title": f"octo/{n}"} for n in range(30_000)]
    path.write_text(json.dumps(document), encoding="utf-8")
    other = tmp_path / "other-home"
    other.mkdir()
    with Stargazer(desktop, other, "--github-api", server.url) as second:
        import_(second, path)
        second.wait("progress bar")
        second.keys.press("ctrl+w")
        assert second.ended() == 0
    with Stargazer(desktop, other, "--github-api", server.url) as third:
        third.show_favorites()
        third.wait_for_text("30,000 favorites")


def test_a_file_is_replaced_only_when_asked_for(app, three_favorites, home):
    path = home / "mine.json"
    path.write_text("precious")
    export(app, path)
    chooser.replace_nothing(app, "Export Favorites")
    assert path.read_text() == "precious"
    export(app, path)
    chooser.wait_for_question(app)
    app.keys.press("Return")
    app.wait_for_text("3 favorites were exported to mine.json")
    assert len(json.loads(written(path))["favorites"]) == 3


def test_a_broken_file_changes_nothing(app, home):
    app.search_for_rows("swift")
    row = app.select_first()
    app.keys.press("ctrl+d")
    app.wait_starred(row)
    path = home / "broken.json"
    path.write_text("not json")
    choose_file(app, path)
    told(app, "“broken.json” Could Not Be Imported")
    app.wait_for_text("The file is damaged or has an unknown format.")
    app.wait_for_text("Your favorites were not changed.")
    app.keys.press("Escape")
    app.gone(None, "“broken.json” Could Not Be Imported")
    app.wait_active()
    app.favorites_are([title(row)])


def test_a_table_is_written_but_not_read_and_the_focus_goes_back(app, three_favorites, home):
    path = home / "mine.csv"
    export(app, path, "CSV")
    app.wait_for_text("3 favorites were exported to mine.csv")
    rows = list(csv.DictReader(io.StringIO(written(path).removeprefix("\ufeff"), newline="")))
    assert [row["title"] for row in rows] == list(reversed(three_favorites))
    assert {row["catalog"] for row in rows} == {"repositories"}
    app.wait_focus_in("the row", app.selected)
    choose_file(app, path)
    told(app, "“mine.csv” Could Not Be Imported")
    app.wait_for_text("CSV files cannot be imported.")
    app.keys.press("Escape")
    app.gone(None, "“mine.csv” Could Not Be Imported")
    app.wait_focus_in("the row", app.selected)
    app.choose("Export Favorites…")
    told(app, "Export Format")
    app.keys.press("Escape")
    app.wait_focus_in("the row", app.selected)


def test_a_preview_says_what_a_file_has_and_escape_changes_nothing(app, home):
    app.search_for_rows("swift")
    row = app.select_first()
    app.keys.press("ctrl+d")
    app.wait_starred(row)
    path = home / "stars.txt"
    path.write_text(json.dumps({"version": "1.0", "data": {"repositories": [
        {"id": number, "full_name": f"octo/name{number}", "custom_tags": ["cli", "later"],
         "custom_description": "Try it." if number == 1 else None} for number in (1, 2)] + [{"id": "?"}],
        "githubToken": "s3cr3t"}}))  # fmt: skip
    choose_file(app, path)
    told(app, "Import “stars.txt”?")
    app.wait_for_text("2 favorites, 2 new · 2 tags · 1 note")
    app.wait_for_text("1 entry is incomplete and will be skipped.")
    app.keys.press("Escape")
    app.gone(None, "Import “stars.txt”?")
    app.favorites_are([title(row)])
    import_(app, path)
    app.wait_for_text("2 favorites were added")
    app.until("three favorites", lambda: len(app.titles("Favorites")) == 3)
    app.keys.press("ctrl+z")
    app.wait_for_text("2 favorites removed")
    app.favorites_are([title(row)])
    app.keys.press("ctrl+shift+z")
    app.wait_for_text("2 favorites added")
    app.until("three favorites", lambda: len(app.titles("Favorites")) == 3)
    app.keys.press("ctrl+z", "ctrl+z")
    app.until("no favorites", lambda: not app.titles("Favorites"))


@pytest.mark.parametrize(
    ("format_", "name", "start"),
    [("Markdown, by Tag", "list.md", "# Favorites\n\n- ["), ("Bookmarks", "list.html", "<!DOCTYPE NETSCAPE-Book")],
)
def test_favorites_are_exported_as_a_list_of_links(app, three_favorites, home, format_, name, start):
    export(app, home / name, format_)
    app.wait_for_text(f"3 favorites were exported to {name}")
    text = written(home / name)
    assert text.startswith(start)
    assert all(one.replace("_", "\\_") in text or one in text for one in three_favorites)


def test_from_far_down_the_keyboard_goes_back_to_the_selected_favorite(app, home):
    """The list is scrolled so far that GTK has dropped the row."""
    names = [f"owner/name{number:04}" for number in range(2_000)]
    path = home / "many.json"
    path.write_text(json.dumps({
        "format": "stargazer-favorites", "version": 2, "exported_at": "2026-01-01T00:00:00.000Z",
        "favorites": [favorite(number, name) for number, name in enumerate(names)]}))  # fmt: skip
    import_(app, path)
    app.wait_for_text("2,000 favorites were added")
    app.show_favorites()
    app.until("the focus in the first row", lambda: is_in_focus(app, names[0]))
    place = tree.place(app.wait("list", "Favorites"))

    def far_down():
        app.keys.run("mousemove", "--window", app.window, place.x + place.width // 2, place.y + place.height // 2)
        app.keys.run("click", "--repeat", 200, "--delay", 2, 5)
        return set(names[1_600:]) & set(app.titles("Favorites"))

    app.until("favorites far down", far_down)
    app.keys.press("ctrl+1")
    app.search_for_rows("swift")
    row = app.select_first()
    app.keys.press("ctrl+d")
    app.wait_starred(row)
    app.show_favorites()
    app.until("the focus in the selected row", lambda: is_in_focus(app, names[0]))
    app.keys.press("Down")
    app.until("the focus in the next row", lambda: is_in_focus(app, names[1]))
    app.wait("heading", "name0001")


def is_in_focus(app, name):
    row = app.row_in_focus()
    return row is not None and title(row) == name


def test_bookmarks_are_looked_up_and_become_favorites(app, home, server):
    path = home / "bookmarks.html"
    links = "".join(
        f'<DT><A HREF="https://github.com/{name}" ADD_DATE="1700000000">{name}</A>\n'
        for name in ("facebook/react/issues", "d3/d3", "nobody/nothing")
    )
    path.write_text(f"<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><H3>Web</H3>\n<DL><p>\n{links}</DL><p>\n</DL>")
    choose_file(app, path)
    told(app, "Import “bookmarks.html”?")
    app.wait_for_text("3 favorites to look up · 1 tag")
    app.keys.press("Return")
    app.gone(None, "Import “bookmarks.html”?")
    app.wait_for_text("3 favorites are being looked up")
    app.wait_for_text("1 favorite was skipped")
    app.favorites_are(["d3/d3", "facebook/react"])
    assert [line.split()[1] for line in server.log() if "nobody" in line] == ["/repos/nobody/nothing"]
    app.press(tree.BUTTON, "Show Skipped", until=lambda: app.find(None, "Skipped Favorites"))
    told(app, "Skipped Favorites")
    app.wait_for_text("nobody/nothing: may have been deleted or made private")
    app.keys.press("alt+c")
    app.until("the line to go", lambda: app.find(tree.BUTTON, "Show Skipped") is None)


def test_a_list_of_addresses_is_looked_up_in_one_query_when_signed_in(launch, server, settings, keyring, home):
    # READMEs of favorites come by queries, too.
    settings.set("download-documents", "false")
    names = ["facebook/react", "d3/d3", "sharkdp/fd", "apple/swift"]
    path = home / "addresses.txt"
    path.write_text("".join(f"https://github.com/{name}\n" for name in [*names, "nobody/nothing"]))
    with launch(server, **KEPT) as app:
        signed_in(app)
        before = len(server.log())
        import_(app, path)
        app.wait_for_text("1 favorite was skipped")
        app.favorites_are(["d3/d3", "facebook/react", "sharkdp/fd", "swiftlang/swift"])
    lines = server.log()[before:]
    assert [line for line in lines if "/graphql" in line] == ["POST /graphql 200"]
    assert not [line for line in lines if "nobody" in line]
