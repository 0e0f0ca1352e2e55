"""The words of a screen reader in the main workflow, without a mouse: search, read, star, find it again."""

import contextlib
import sqlite3

import speech
from keys import Keys
from log import searches
from processes import end
from screens import Stargazer
from waiting import eventually

SWIFT = "swiftlang/swift, Swift, 68,900 stars, {}, selected, The Swift programming language: compiler, standard library"
WALK = [
    ("Down", SWIFT.format("not starred")),
    ("Tab", "Star, button, Add to Favorites"),
    ("space", "Star, button, pressed, Remove from Favorites"),
    ("shift+Tab", SWIFT.format("starred")),
    ("Down", "ReactiveX/RxSwift, Swift, 24,600 stars, not starred, selected, Observable streams for Swift programs"),
    ("Up", SWIFT.format("starred")),
    ("F10", "Undo Adding to Favorites, menu item"),
    ("Escape", SWIFT.format("starred")),
    ("ctrl+comma", "Personal Access Token, entry"),
    ("Escape", SWIFT.format("starred")),
    ("ctrl+question", "Search, Ctrl+F"),
    ("Escape", SWIFT.format("starred")),
    ("ctrl+f", "Search, entry, “swift”"),
    ("ctrl+2", SWIFT.format("starred")),
]


def test_each_step_of_the_main_job_is_said(app):
    app.until("the entry", lambda: speech.of(app.focused()) == "Search, entry")
    app.keys.type("swift")
    app.keys.press("Return")
    app.wait_for_rows()
    app.expect("what describes the list", app.count, "100 of 2,651 repositories")
    for key, said in WALK:
        app.keys.press(key)
        app.until(f"“{said}” after {key}", lambda: speech.of(app.focused()).startswith(said))


def test_without_accessibility_the_keys_do_the_same(desktop, home, server):
    """Observes the program only from outside: the X window, the server, the library."""
    app = Stargazer(desktop, home, "--github-api", server.url, GTK_A11Y="none")
    keys = Keys(desktop.display.name, lambda: None)
    app.start()
    try:
        window = eventually("the window", lambda: next(iter(app.windows()), None), explain=app.errors)
        keys.run("windowactivate", "--sync", window)
        eventually("the word heard", lambda: typed(keys, server))
        keys.press("Down", "ctrl+d")
        eventually("a favorite", lambda: favorites(home) == 1)
        keys.press("ctrl+q")
        assert app.ended() == 0
    finally:
        end(app.process)
    app.assert_no_complaints()


def typed(keys, server):
    """Types a search, and returns those in the log. Repeat it: until the window is active, keys are lost."""
    keys.press("ctrl+f", "ctrl+a")
    keys.type("swift")
    keys.press("Return")
    return searches(server, "swift")


def favorites(home):
    library = home / "data/stargazer/library.sqlite"
    with contextlib.closing(sqlite3.connect(f"file:{library}?mode=ro", uri=True)) as opened:
        return opened.execute("SELECT count(*) FROM item").fetchone()[0]
