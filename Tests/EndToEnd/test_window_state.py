"""The window keeps its state over restarts. There is one window, and other starts of the program use it."""

import shutil
import subprocess

import pytest

import tree
from app import BINARY
from log import query, searches
from screens import Stargazer, says_unreachable
from settings import KEPT
from waiting import PATIENCE


@pytest.fixture
def alone(desktop, home):
    """The application as started by hand: one instance per session, without a network."""
    with Stargazer(desktop, home, **KEPT) as app:
        yield app


@pytest.fixture
def start(desktop, home):
    """Starts the program again with arguments. Returns its exit code and output."""

    def run(*arguments):
        return subprocess.run(
            [BINARY, *arguments], env=desktop.environment(home, **KEPT), stdin=subprocess.DEVNULL,
            capture_output=True, timeout=PATIENCE, check=False,
        )  # fmt: skip

    return run


def quit_it(app):
    assert app.close() == 0


def kill_it(app):
    app.kill()


def leave(app, settings, how, **wanted):
    """Ends the program: at once for a normal exit; for a kill, after the last change has been saved."""
    if how is kill_it:
        for key, value in wanted.items():
            key = key.replace("_", "-")
            app.expect(f"the kept {key}", lambda: settings.stored().get(key), str(value))
    how(app)


@pytest.mark.parametrize("how", [quit_it, kill_it])
def test_size_and_query_come_back(launch, server, settings, how):
    with launch(server, **KEPT) as app:
        app.resize(903, 641)
        size = app.camera.size()
        app.search_for_rows("language:rust")
        leave(app, settings, how, last_query="'language:rust'", window_width=size[0], window_height=size[1])
    before = len(searches(server))
    with launch(server, **KEPT) as app:
        app.until("the size", lambda: app.camera.size() == size)
        app.expect("the words in the entry", app.query, "language:rust")
        app.wait_for_rows()
        app.wait_focus_in_entry()
        assert [query(target) for target in searches(server)[before:]] == ["language:rust"]
        # The old text is selected, so typing replaces it.
        app.keys.type("swift")
        app.expect("the words in the entry", app.query, "swift")


def test_maximized_comes_back_and_returns_to_the_size_before(launch, server, settings):
    with launch(server, **KEPT) as app:
        app.resize(900, 640)
        size = app.camera.size()
        app.expect("the kept width", lambda: settings.stored().get("window-width"), str(size[0]))
        app.press(tree.BUTTON, "Maximize", until=lambda: app.camera.size()[0] >= 1690)
        quit_it(app)
    with launch(server, **KEPT) as app:
        app.until("a large window", lambda: app.camera.size()[0] >= 1690)
        # In this version of GTK the button keeps its name when it restores.
        app.press(tree.BUTTON, "Maximize", until=lambda: app.camera.size() == size)


def test_the_last_source_comes_back_and_the_search_waits_for_its_own(launch, server, settings):
    with launch(server, **KEPT) as app:
        app.search_for_rows("rust")
        row = app.select_first()
        app.keys.press("ctrl+d")
        app.wait_starred(row)
        app.show_favorites()
        leave(app, settings, kill_it, last_source="'favorites'", last_query="'rust'")
    before = len(searches(server))
    with launch(server, **KEPT) as app:
        app.wait_for_rows("Favorites")
        app.expect("the source", app.source, "All Favorites")
        assert len(searches(server)) == before
        app.keys.press("ctrl+1")
        app.wait_for_rows()
        app.expect("the words in the entry", app.query, "rust")
        assert [query(target) for target in searches(server)[before:]] == ["rust"]


def test_an_emptied_entry_starts_empty(launch, server, settings):
    with launch(server, **KEPT) as app:
        app.search_for_rows("rust")
        app.keys.press("ctrl+f", "Escape")
        app.expect("the words in the entry", app.query, "")
        quit_it(app)
    before = len(searches(server))
    with launch(server, **KEPT) as app:
        app.wait("list", "Recent Searches")
        app.expect("the words in the entry", app.query, "")
        assert len(searches(server)) == before


@pytest.mark.parametrize(
    "values",
    [
        {"window_width": 32767, "window_height": 32767},
        {"window_width": 1, "window_height": 1},
        {"window_width": -5, "window_height": 99999, "results_per_page": 0},
        {"window_width": "'wide'", "window_maximized": 7, "last_source": "'nowhere'", "sort_key": "'luck'",
         "sort_direction": "''", "last_query": "3", "keep_history": "'maybe'"},
        {"last_query": "'<b>&amp;\\t\\u202e'", "last_source": "''"},
    ],
)  # fmt: skip
def test_settings_out_of_all_bounds_do_no_harm(launch, server, settings, values):
    settings.write(**values)
    with launch(server, **KEPT) as app:
        app.until("a window within bounds", lambda: is_usable(*app.camera.size()))
        app.search_for_rows("swift")


def is_usable(width, height):
    return 340 <= width <= 1700 and 360 <= height <= 1100


def test_without_a_description_of_the_settings_the_program_runs(desktop, home, server, tmp_path):
    """Runs far from the source tree, on a system without the settings schema."""
    copy = tmp_path / "bin" / "stargazer"
    copy.parent.mkdir()
    shutil.copy(BINARY, copy)
    # Schemas of GTK stay: without any, libadwaita itself complains.
    environment = {"GSETTINGS_SCHEMA_DIR": "/nonexistent", "XDG_DATA_DIRS": "/usr/share", **KEPT}
    app = Stargazer(desktop, home, "--github-api", server.url, **environment)
    app.binary = copy
    with app:
        app.search_for_rows("swift")
        assert "preferences are not kept" in app.errors()
        app.keys.press("ctrl+comma")
        app.wait("frame", "Preferences")


def test_a_second_start_raises_the_window(alone, start):
    alone.keys.run("windowminimize", alone.window)
    alone.until("no window to see", lambda: not alone.windows())
    done = start()
    assert (done.returncode, done.stderr) == (0, b"")
    alone.until("the window again", lambda: len(alone.windows()) == 1)
    alone.wait_active()


@pytest.mark.parametrize("arguments", [("swift", "gtk"), ("  swift", "\tgtk ")])
def test_another_start_searches_in_the_window(alone, start, arguments):
    done = start(*arguments)
    assert (done.returncode, done.stderr) == (0, b"")
    alone.expect("the words in the entry", alone.query, "swift gtk")
    # The words were sent: the program reports the missing network sooner or later.
    alone.wait(None, lambda text: says_unreachable(text) or text == "The Server Took Too Long to Respond")
    assert len(alone.windows()) == 1


def test_words_that_look_like_options_are_words_after_two_dashes(alone, start):
    assert start("--", "--demo").returncode == 0
    alone.expect("the words in the entry", alone.query, "--demo")


@pytest.mark.parametrize("arguments", [("  ", "\t"), ("\u202e",)])
def test_no_words_only_raise_the_window(alone, start, arguments):
    assert start(*arguments).returncode == 0
    # Starts are handled in order.
    assert start("swift").returncode == 0
    alone.expect("the words in the entry", alone.query, "swift")
    assert alone.alive()


def test_enormous_and_broken_words_do_no_harm(alone, start):
    assert start("x" * 10_000).returncode == 0
    alone.until("a long query", lambda: len(alone.query()) == 256)
    assert alone.camera.size()[0] <= 1200
    assert start(b"caf\xff\xfe\x01").returncode == 0
    alone.until("what could be read", lambda: alone.query().startswith("caf"))


def test_a_first_start_with_words_searches_for_them(launch, server, settings):
    settings.write(last_query="'old'", last_source="'favorites'")
    with launch(server, "swift", "language:swift", **KEPT) as app:
        app.wait_for_rows()
        app.expect("the words in the entry", app.query, "swift language:swift")
        assert [query(target) for target in searches(server)] == ["swift language:swift"]
        app.wait_focus_in_entry()


def test_words_in_the_command_line_of_the_sample_catalog(desktop, home, settings):
    with Stargazer(desktop, home, "--demo", "swift", **KEPT) as app:
        app.wait_for_rows()
        app.expect("the words in the entry", app.query, "swift")
        quit_it(app)
    assert settings.stored() == {}, "sample data keeps nothing"


def test_any_program_can_ask_for_a_search(alone, desktop, home):
    """Other programs can call the action of another start over D-Bus."""
    subprocess.run(
        ["gdbus", "call", "--session", "--dest", "io.github.stargazer_app.Stargazer",
         "--object-path", "/io/github/stargazer_app/Stargazer",
         "--method", "org.gtk.Actions.Activate", "search", "[<'from a bus'>]", "{}"],
        env=desktop.environment(home), check=True, capture_output=True,
    )  # fmt: skip
    alone.expect("the words in the entry", alone.query, "from a bus")
