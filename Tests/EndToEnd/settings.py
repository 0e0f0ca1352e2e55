"""The settings as other processes see them: `gsettings` with the key file that the program under test writes."""

import configparser
import subprocess

from desktop import REPOSITORY
from processes import end

KEPT = {"GSETTINGS_BACKEND": "keyfile"}
"""For a program with persistent settings. Otherwise each run has its own in memory."""
SCHEMA = "io.github.stargazer_app.Stargazer"
SECTION = "io/github/stargazer_app/Stargazer"
CATALOG = ("results-per-page", "rating", "last-query", "sort-key", "sort-direction")
"""Keys that each catalog has in its own section."""


class Settings:
    def __init__(self, desktop, home):
        self._environment = desktop.environment(home, GSETTINGS_SCHEMA_DIR=str(REPOSITORY / ".build/schemas"), **KEPT)
        self._file = home / "config/glib-2.0/settings/keyfile"

    def set(self, key, value, catalog="repositories"):
        schema = f"{SCHEMA}.Catalog:/{SECTION}/catalogs/{catalog}/" if key in CATALOG else SCHEMA
        subprocess.run(["gsettings", "set", schema, key, str(value)], env=self._environment, check=True)

    def write(self, one_catalog=False, **values):
        """Writes the file as a user might edit it, or as a version with only one catalog did."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        lines = {key.replace("_", "-"): value for key, value in values.items()}
        own = [f"{key}={value}" for key, value in lines.items() if key in CATALOG and not one_catalog]
        rest = [f"{key}={value}" for key, value in lines.items() if key not in CATALOG or one_catalog]
        self._file.write_text("\n".join([f"[{SECTION}]", *rest, f"[{SECTION}/catalogs/repositories]", *own, ""]))

    def stored(self):
        """Returns the file's values as GVariant texts. Defaults are not in the file."""
        file = configparser.RawConfigParser(delimiters="=", strict=False)
        if self._file.exists():
            file.read_string(self._file.read_text())
        sections = [SECTION, f"{SECTION}/catalogs/repositories"]
        return {key: value for name in sections if name in file for key, value in file[name].items()}


def prefer(desktop, home, schema, key, value):
    """Sets a preference for all programs of the desktop, when there is no portal."""
    environment = desktop.environment(home, **KEPT)
    subprocess.run(["gsettings", "set", schema, key, value], env=environment, check=True)


def text_scale(factor):
    """Returns the value for `XSettings` that sets the text size."""
    return {"Xft/DPI": int(96 * 1024 * factor)}


class XSettings:
    """The X settings of the desktop: `XSettings(desktop, home, **{"Xft/DPI": 98304})`."""

    def __init__(self, desktop, home, **settings):
        self._file = home / "xsettings"
        self._environment = desktop.environment(home)
        self._settings = settings

    def __enter__(self):
        self._file.write_text("".join(f"{name} {value}\n" for name, value in self._settings.items()))
        self._program = subprocess.Popen(
            ["xsettingsd", "-c", self._file], env=self._environment, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        return self

    def __exit__(self, *_):
        end(self._program)
