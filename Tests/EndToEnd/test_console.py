"""The commands that need no window: they run without a display and without a session bus."""

import json
import sqlite3
import subprocess

import pytest


def test_what_is_imported_is_found_and_exported(console, favorites_file, home):
    done = console("--import", favorites_file)
    assert (done.returncode, done.stdout) == (0, "")
    assert "3 favorites were added" in done.stderr
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
    done = console("--import", "empty.json")
    assert done.returncode == 0 and "Nothing to Import" in done.stderr
    (home / "wrong.json").write_text('[{"id":1,"full_name":"../x"},{"id":2,"full_name":"a/b"}]')
    assert console("--import", "wrong.json").returncode == 0
    done = console("--search-favorites", "x", XDG_DATA_HOME="/dev/null/none")
    assert done.returncode == 4
    assert done.stderr.startswith("stargazer: ")


def test_an_open_window_shows_what_is_imported(app, console, favorites_file):
    app.show_favorites()
    assert console("--import", favorites_file).returncode == 0
    app.until("three favorites", lambda: len(app.titles("Favorites")) == 3)
    assert console("--search-favorites", "parser").stdout.startswith("a/parser\t")


# Stands for a file system without shared memory: SQLite cannot map the index of a write-ahead log.
NO_SHARED_MEMORY = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int is_index(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    return length > 4 && memcmp(path + length - 4, "-shm", 4) == 0;
}

void *mmap(void *at, size_t size, int rights, int flags, int fd, off_t start) {
    static void *(*real)(void *, size_t, int, int, int, off_t);
    if (!real) real = dlsym(RTLD_NEXT, "mmap");
    if (fd >= 0 && (flags & MAP_SHARED) && is_index(fd)) {
        errno = ENODEV;
        return MAP_FAILED;
    }
    return real(at, size, rights, flags, fd, start);
}

void *mmap64(void *at, size_t size, int rights, int flags, int fd, off_t start) {
    return mmap(at, size, rights, flags, fd, start);
}
"""


@pytest.mark.parametrize("is_old", [False, True], ids=["new", "with a log"])
def test_a_home_without_shared_memory_keeps_the_library(console, favorites_file, home, tmp_path, is_old):
    source, shim = tmp_path / "shim.c", tmp_path / "shim.so"
    source.write_text(NO_SHARED_MEMORY)
    subprocess.run(["cc", "-shared", "-fPIC", source, "-o", shim, "-ldl"], check=True)
    if is_old:
        assert console("--import", favorites_file).returncode == 0
    done = console("--import", favorites_file, LD_PRELOAD=str(shim))
    assert done.returncode == 0 and "use it on one computer at a time" in done.stderr
    done = console("--search-favorites", "parser", LD_PRELOAD=str(shim))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("a/parser\t")
    (library,) = home.rglob("library.sqlite")
    with sqlite3.connect(f"file:{library}?mode=ro", uri=True) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert db.execute("SELECT count(*) FROM item").fetchone() == (3,)
    assert console("--search-favorites", "parser").returncode == 0
