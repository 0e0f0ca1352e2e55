"""`make install`, the installed program, and `make uninstall`."""

import configparser
import re
import stat
import subprocess

import pytest

from desktop import REPOSITORY
from installed import LANGUAGES, Installed
from screens import Stargazer

ID = "io.github.stargazer_app.Stargazer"
PROGRAMS = ("bin", "libexec")
"""Folders below the prefix with executable files."""


@pytest.fixture
def installed(tmp_path):
    return Installed(tmp_path / "usr")


def test_what_is_installed_runs_and_is_taken_away_again(installed, desktop, home, server):
    assert installed.files >= {
        "bin/stargazer", f"share/applications/{ID}.desktop", f"share/metainfo/{ID}.metainfo.xml",
        f"share/dbus-1/services/{ID}.service", f"share/glib-2.0/schemas/{ID}.gschema.xml",
        f"share/gnome-shell/search-providers/{ID}.search-provider.ini", f"share/krunner/dbusplugins/{ID}.desktop",
        f"share/icons/hicolor/scalable/apps/{ID}.svg", f"share/icons/hicolor/symbolic/apps/{ID}-symbolic.svg",
        "share/man/man1/stargazer.1", "libexec/stargazer/stargazer-markdown",
        "libexec/stargazer/stargazer-svg", "libexec/stargazer/stargazer-code",
    }  # fmt: skip
    app = Stargazer(desktop, home, "--github-api", server.url, XDG_DATA_DIRS=f"{installed.prefix}/share:/usr/share")
    app.binary = installed.binary
    with app:
        app.search_for_rows("swift")
        app.select_first()
        app.open_selected()
        # The program in libexec parses the README.
        app.wait("heading", "Installation")
    # Only the system's caches remain.
    assert installed.uninstall() <= {"share/icons/hicolor/icon-theme.cache", "share/applications/mimeinfo.cache"}


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077], ids=oct)
def test_everybody_may_read_what_is_installed_whatever_the_umask(tmp_path, umask):
    installed = Installed(tmp_path / "usr", umask=umask)
    wrong = {}
    for path in [installed.prefix, *installed.prefix.rglob("*")]:
        place = path.relative_to(installed.prefix)
        is_program = path.is_dir() or place.parts[0] in PROGRAMS
        if stat.S_IMODE(path.stat().st_mode) != (0o755 if is_program else 0o644):
            wrong[str(place)] = oct(path.stat().st_mode)
    assert wrong == {}


def test_programs_look_for_no_library_beside_them_and_bind_all_at_the_start(installed):
    files = [path for folder in PROGRAMS for path in (installed.prefix / folder).rglob("*")]
    programs = [path for path in files if path.is_file()]
    assert installed.binary in programs
    for program in programs:
        said = subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True).stdout
        entries = dict(re.findall(r"\((\w+)\)\s+(.*)", said))
        assert not {"RUNPATH", "RPATH"} & entries.keys(), (program, said)
        assert "NOW" in entries.get("FLAGS_1", "") or "BIND_NOW" in entries.get("FLAGS", ""), (program, said)


def test_the_launcher_speaks_every_language(installed):
    assert LANGUAGES
    entry = configparser.ConfigParser(interpolation=None)
    entry.optionxform = str
    entry.read_string((installed.prefix / f"share/applications/{ID}.desktop").read_text())
    info = (installed.prefix / f"share/metainfo/{ID}.metainfo.xml").read_text()
    original = (REPOSITORY / f"data/{ID}.metainfo.xml").read_text()
    for language in LANGUAGES:
        words = installed.words(language)
        for section, key in (
            ("Desktop Entry", "Comment"), ("Desktop Entry", "Keywords"), ("Desktop Action favorites", "Name"),
        ):  # fmt: skip
            assert entry[section][f"{key}[{language}]"] == words.gettext(entry[section][key])
        # Newer gettext writes language names in XML's format.
        assert re.search(f'<summary xml:lang="{language.replace("_", "(_|-[A-Z][a-z]+-)")}">', info)
    assert "xml:lang" not in original
