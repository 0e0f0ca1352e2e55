"""The commands that need no window: they run without a display and without a session bus."""

import json


def test_what_is_imported_is_found_and_exported(console, favorites_file, home):
    done = console("--import", favorites_file)
    assert (done.returncode, done.stdout) == (0, "")
    assert "3 favorites were imported" in done.stderr
    done = console("--search-favorites", "pictures")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "b/viewer\thttps://github.com/b/viewer\tShows pictures of all kinds\n"
    done = console("--search-favorites", "quick", "--json")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(one["title"], one["id"]) for one in found] == [("a/parser", "1")]
    assert found[0]["url"] == "https://github.com/a/parser"
    assert found[0]["line"] == "try the quick one", "the note has the word, and no window has been open yet"
    done = console("--search-favorites", "parser stars:abc")
    assert "stars:abc" in done.stderr and done.returncode == 0
    for name in ("out.json", "out.csv", "out.md", "out.html"):
        done = console("--export", name)
        assert (done.returncode, done.stdout) == (0, "")
        assert "3 favorites were exported" in done.stderr
        assert "cli" in (home / name).read_text()
    document = json.loads((home / "out.json").read_text())
    assert document["favorites"][0]["note"] == "try the quick one"
    assert document["saved_searches"][0]["name"] == "Rust"


def test_the_exit_status_says_what_happened(console, favorites_file, home):
    assert console("--search-favorites", "anything").returncode == 1
    for usage in (["--search-favorites"], ["--export", "a.txt"], ["--import", "a", "--json"], ["--json"]):
        done = console(*usage)
        assert (done.returncode, done.stdout) == (2, ""), usage
        assert done.stderr.startswith("stargazer: ")
    for failing in (["--import", "none.json"], ["--import", home], ["--export", "none/a.json"]):
        done = console(*failing)
        assert (done.returncode, done.stdout) == (3, ""), failing
        assert done.stderr.startswith("stargazer: ")
    favorites_file.write_text(favorites_file.read_text()[:-20])
    assert console("--import", favorites_file).returncode == 3
    (home / "empty.json").write_text('{"format":"stargazer-favorites","version":2,"favorites":[]}')
    assert console("--import", "empty.json").returncode == 1
    done = console("--search-favorites", "x", XDG_DATA_HOME="/dev/null/none")
    assert done.returncode == 4
    assert done.stderr.startswith("stargazer: ")


def test_an_open_window_shows_what_is_imported(app, console, favorites_file):
    app.show_favorites()
    assert console("--import", favorites_file).returncode == 0
    app.until("three favorites", lambda: len(app.titles("Favorites")) == 3)
    assert console("--search-favorites", "parser").stdout.startswith("a/parser\t")
