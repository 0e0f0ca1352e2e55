"""`make install`, the program started from where it was put, and `make uninstall`."""

import configparser
import re

import pytest

from desktop import REPOSITORY
from installed import LANGUAGES, Installed
from screens import Stargazer

ID = "io.github.stargazer_app.Stargazer"


@pytest.fixture
def installed(tmp_path):
    return Installed(tmp_path / "usr")


def test_what_is_installed_runs_and_is_taken_away_again(installed, desktop, home, server):
    assert installed.files >= {
        "bin/stargazer", f"share/applications/{ID}.desktop", f"share/metainfo/{ID}.metainfo.xml",
        f"share/dbus-1/services/{ID}.service", f"share/glib-2.0/schemas/{ID}.gschema.xml",
        f"share/gnome-shell/search-providers/{ID}.search-provider.ini", f"share/krunner/dbusplugins/{ID}.desktop",
        f"share/icons/hicolor/scalable/apps/{ID}.svg", f"share/icons/hicolor/symbolic/apps/{ID}-symbolic.svg",
        "share/man/man1/stargazer.1",
    }  # fmt: skip
    app = Stargazer(desktop, home, "--github-api", server.url, XDG_DATA_DIRS=f"{installed.prefix}/share:/usr/share")
    app.binary = installed.binary
    with app:
        app.search_for_rows("swift")
    # The icons' cache is the one file that the system keeps of its own.
    assert installed.uninstall() <= {"share/icons/hicolor/icon-theme.cache", "share/applications/mimeinfo.cache"}


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
        # Newer versions of gettext write the names of languages as XML has them.
        assert re.search(f'<summary xml:lang="{language.replace("_", "(_|-[A-Z][a-z]+-)")}">', info)
    assert "xml:lang" not in original
