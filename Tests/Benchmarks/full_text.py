"""Measures the search in the READMEs of a thousand and of fifty thousand favorites."""

import contextlib
import json
import os
import pathlib
import random
import sqlite3
import statistics
import time
import zlib

import favorites
from searching import kept
from window import TITLES, folder, window

SIZES = (1_000, 50_000)
LENGTH = 8_000
"""Bytes of a README, as on GitHub in the middle."""
QUERIES = ("genomic", "library python", "percentage", "zlib compression")
SAMPLES = pathlib.Path(os.environ.get("STARGAZER_SAMPLES", pathlib.Path(__file__).parents[3] / "shared/samples"))


def texts():
    """Returns real descriptions; without the samples, invented ones."""
    projects = SAMPLES / "projects.json"
    if projects.exists():
        return [f"## {one['summary']}\n\n{one['text']}\n" for one in json.loads(projects.read_text())]
    draw = random.Random(3)
    words = ["".join(draw.choices("abcdefghijklmnop", k=draw.randint(3, 9))) for _ in range(30_000)]
    return [" ".join(draw.choices(words, k=60)) + "\n" for _ in range(2_000)]


def fill(home, count):
    """Writes the READMEs next to the library as if another version had: the program builds the index again."""
    parts, draw = texts(), random.Random(5)
    now = time.time()
    with contextlib.closing(sqlite3.connect(home / "data/stargazer/documents.sqlite")) as documents:
        documents.execute("UPDATE info SET value = 'other' WHERE key = 'words'")
        documents.execute("UPDATE item SET is_indexed = 0")
        for number in range(1, count + 1):
            text = parts[number % len(parts)]
            while len(text) < LENGTH:
                text += draw.choice(parts)
            documents.execute(
                """
                INSERT INTO item (catalog, host, item_id, version, fetched_at, checked_at)
                VALUES ('repositories', 'api.github.com', ?1, 'v', ?2, ?2)
                ON CONFLICT DO UPDATE SET version = 'v', fetched_at = ?2, checked_at = ?2
                """,
                (str(number), now),
            )
            (row,) = documents.execute("SELECT row FROM item WHERE item_id = ?", (str(number),)).fetchone()
            text = text.encode()[:LENGTH]
            documents.execute("INSERT OR REPLACE INTO document VALUES (?, ?)", (row, zlib.compress(text, 3)))
        documents.commit()


def prepare(desktop, server, app, home, count):
    favorites.fill(desktop, server, home, count)
    favorites.index(desktop, app, home, count)
    fill(home, count)
    begun = time.monotonic()
    with window(desktop, app, home, **kept(desktop, home, 100)):
        favorites.wait_for_index("the index", home, "SELECT count(*) FROM item WHERE NOT is_indexed")
    print(f"  index built again         {count / (time.monotonic() - begun):6.0f} READMEs a second")


def search(desktop, eye, app, home, count):
    with window(desktop, app, home, **kept(desktop, home, 100)) as shown:
        costs = favorites.Costs(shown, eye)
        time.sleep(favorites.SETTLE + 6)
        print(f"  Pss at rest               {shown.pss():6.1f} MiB")
        shown.press("ctrl+2", "ctrl+f")
        time.sleep(1)
        keys = []
        for query in QUERIES:
            for letter in query:
                keys.append(costs.of(lambda: eye.press("space" if letter == " " else letter), TITLES))  # noqa: B023
            print(f"  the last key of “{query}”".ljust(42) + favorites.text(keys[-1]))
            shown.press("ctrl+a")
            costs.of(lambda: eye.press("BackSpace"), TITLES)
        shows, main = [each[0] for each in keys if each[0]], [each[-1] for each in keys]
        print(f"  {len(keys)} keys: rows after {statistics.median(shows):.0f} ms (median), {max(shows):.0f} (worst);")
        print(f"    of the main thread {statistics.median(main):.0f} ms (median), {max(main):.0f} (worst)")
        print(f"  Pss after that            {shown.pss():6.1f} MiB")


def measure(desktop, eye, app, server):
    for count in SIZES:
        print(f"{count:,} favorites with READMEs of {LENGTH:,} bytes")
        with folder() as home:
            prepare(desktop, server, app, home, count)
            search(desktop, eye, app, home, count)
    print("  goals: rows within 100 ms (median) and 200 ms (worst), at most 60 ms of the main thread")
