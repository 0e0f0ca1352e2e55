"""The settings as other processes see them: `gsettings` with the keyfile that the program under test writes."""

import configparser
import subprocess

from desktop import REPOSITORY

KEPT = {"GSETTINGS_BACKEND": "keyfile"}
"""For a program whose settings outlive it; else each run has its own in memory."""
SCHEMA = "io.github.stargazer_app.Stargazer"
SECTION = "io/github/stargazer_app/Stargazer"


class Settings:
    def __init__(self, desktop, home):
        self._environment = desktop.environment(home, GSETTINGS_SCHEMA_DIR=str(REPOSITORY / ".build/schemas"), **KEPT)
        self._file = home / "config/glib-2.0/settings/keyfile"

    def set(self, key, value):
        subprocess.run(["gsettings", "set", SCHEMA, key, str(value)], env=self._environment, check=True)

    def write(self, **values):
        """As somebody who edits the file by hand might."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        lines = [f"{key.replace('_', '-')}={value}" for key, value in values.items()]
        self._file.write_text("\n".join([f"[{SECTION}]", *lines, ""]))

    def kept(self):
        """What is in the file, as GVariant texts; nothing that was never changed."""
        file = configparser.RawConfigParser(delimiters="=", strict=False)
        if self._file.exists():
            file.read_string(self._file.read_text())
        return dict(file[SECTION]) if SECTION in file else {}
