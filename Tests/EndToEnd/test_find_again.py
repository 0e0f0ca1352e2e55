"""Finding a favorite again among thousands, by keyboard alone: by what is remembered of it, and by its README."""

import json

import account
import items
import tree
from screens import title
from test_bring_stars import bring_own
from test_readme_download import STARS, stored
from waiting import eventually

MANY = 3_000


def favorite(number, name, language, description, added):
    one = items.favorite(0, name) | {"id": str(number), "added_at": f"{added}T12:00:00.000Z"}
    one["repository"] |= {"owner": name.split("/")[0], "language": language, "description": description}
    return one


def test_a_parser_of_last_spring_is_found_among_thousands(console, launch, server, home):
    several = [
        favorite(1, "mira/combine", "Rust", "A parser for streams", "2026-04-12"),
        favorite(2, "otto/older", "Rust", "A parser for streams", "2025-04-12"),
        favorite(3, "otto/other", "C", "A parser for streams", "2026-04-12"),
    ]
    several += [
        favorite(number, f"owner{number}/tool{number}", "Rust", "Draws charts", "2026-04-01")
        for number in range(4, MANY + 1)
    ]
    path = home / "many.json"
    path.write_text(json.dumps({"format": "stargazer-favorites", "version": 2, "favorites": several}))
    assert console("--import", path).returncode == 0
    with launch(server) as app:
        app.keys.press("ctrl+2")
        app.wait_for_text("3,000 favorites")
        app.keys.press("ctrl+f")
        app.keys.type("parser language:rust added:2026-03..2026-05")
        app.until("one favorite", lambda: app.titles("Favorites") == ["mira/combine"])
        app.keys.press("Return")
        app.wait("heading", "combine")


def test_the_first_hit_of_other_words_is_selected_with_its_details(console, launch, server, home):
    several = [favorite(number, f"owner{number}/tool{number}", "Rust", "Draws charts", "2026-04-01")
               for number in range(1, 2_000)]
    path = home / "many.json"
    path.write_text(json.dumps({"format": "stargazer-favorites", "version": 2, "favorites": several}))
    assert console("--import", path).returncode == 0
    with launch(server) as app:
        app.keys.press("ctrl+2")
        app.wait_for_text("1,999 favorites")
        for words, hits in (("tool1500", "1 of"), ("tool15", "111 of"), ("tool1500", "1 of"), ("charts", "1,999")):
            app.keys.press("ctrl+f", "ctrl+a")
            app.keys.type(words)
            app.until("the hits", lambda: app.count("Favorites").startswith(hits))
            first = app.titles("Favorites")[0]
            app.keys.press("Down")
            app.until("the first hit", lambda: title(app.selected("Favorites")) == first)
            app.wait("heading", first.split("/")[1])
        app.keys.press("ctrl+e")
        app.until("the note", lambda: app.find("text", "Note", within=app.details()))


def test_a_favorite_is_found_by_words_of_its_readme(launch, server, home, keyring):
    with launch(server) as app:
        account.sign_in(app, f"ghp-e2e-stars-{STARS}")
        account.close_page(app)
        bring_own(app, STARS)
        eventually("all READMEs", lambda: stored(home) == STARS, explain=app.dump)
        app.show_favorites()
        app.keys.press("ctrl+f")
        app.keys.type("changed settings upgraded")
        line = "Version 2 changed the format of the settings"
        app.until("the matching line", lambda: any(line in tree.description(row) for row in app.rows("Favorites")))
