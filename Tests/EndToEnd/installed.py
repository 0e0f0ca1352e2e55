"""The program as installed by `make install`: in its own folder, with its translations and one more language.

This test language is made from the English texts: every letter is accented and every text is 1.4 times as long. So
untranslated texts and texts that do not fit become visible.
"""

import gettext
import os
import re
import subprocess

from app import BINARY
from desktop import REPOSITORY

LANGUAGES = (REPOSITORY / "po/LINGUAS").read_text().split()
LONGER = "en_XA"
TERRITORIES = {"de": "de_DE", "es": "es_ES", "fr": "fr_FR", "ja": "ja_JP", "ko": "ko_KR", LONGER: "en_US"}
ACCENTED = str.maketrans("aeiouyAEIOUcnsz", "áéíóúýÁÉÍÓÚçñšž")
# Parts that must not change: placeholders, mnemonics, Pango markup, addresses, search qualifiers.
LITERAL = re.compile(r"(%\d\$[sd]|%[sd%]|<[^>]+>|&\w+;|https?://\S+|stargazer://\S+|\b\w[\w-]*:[\w<>=.*…-]*|;)")


def longer(text):
    parts = LITERAL.split(text)
    accented = "".join(part if index % 2 else part.translate(ACCENTED) for index, part in enumerate(parts))
    more = int(0.4 * sum(len(part) for part in parts[::2]))
    filler = ("one two three four five six seven " * (more // 34 + 1))[:more].strip().translate(ACCENTED)
    if not filler or ";" in text:
        return accented
    end = re.search(r"[.:?!…]*$", accented).start()
    return f"{accented[:end]} {filler}{accented[end:]}"


def longer_catalog():
    """Returns the text of a catalog with every message of the template translated by `longer`."""
    template = (REPOSITORY / "po/stargazer.pot").read_text()
    head, *entries = re.split(r"\n\n", template.strip())
    head = head.replace("#, fuzzy\n", "").replace("Language: ", f"Language: {LONGER}")
    head = head.replace("nplurals=INTEGER; plural=EXPRESSION", "nplurals=2; plural=(n != 1)")
    return "\n\n".join([head, *map(translated, entries)]) + "\n"


def translated(entry):
    def text(keyword):
        found = re.search(rf'^{keyword} ((?:".*"\n?)+)', entry, re.MULTILINE)
        return "".join(re.findall(r'"(.*)"', found[1])) if found else None

    kept = entry[: re.search(r"^msgstr", entry, re.MULTILINE).start()]
    one, many = text("msgid"), text("msgid_plural")
    if many is None:
        return f'{kept}msgstr "{longer(one)}"'
    return f'{kept}msgstr[0] "{longer(one)}"\nmsgstr[1] "{longer(many)}"'


def make(*words, umask=-1):
    return subprocess.run(
        ["make", "--silent", f"RELEASE={BINARY.parent}", *words], cwd=REPOSITORY, check=True, capture_output=True,
        text=True, env={**os.environ, "LC_ALL": "C.UTF-8"}, umask=umask,
    ).stdout  # fmt: skip


class Installed:
    """The files that `make install PREFIX=…` put into a folder, under the given umask."""

    def __init__(self, prefix, umask=-1):
        self.prefix = prefix
        self.binary = prefix / "bin/stargazer"
        make("install", f"PREFIX={prefix}", umask=umask)
        self.files = self._files()

    def add_longer(self):
        catalog = self._catalog(LONGER)
        catalog.parent.mkdir(parents=True)
        source = self.prefix / "longer.po"
        source.write_text(longer_catalog())
        subprocess.run(["msgfmt", "-c", "-o", catalog, source], check=True)

    def locale(self, language):
        """Returns the environment for a language. Newer glibc translates nothing in C.UTF-8."""
        folder, name = self.prefix / "locales", TERRITORIES.get(language, language)
        folder.mkdir(exist_ok=True)
        if not (folder / f"{name}.UTF-8").exists():
            subprocess.run(["localedef", "-i", name, "-f", "UTF-8", folder / f"{name}.UTF-8"], check=True)
        return {"LANG": f"{name}.UTF-8", "LANGUAGE": language, "LOCPATH": str(folder)}

    def words(self, language):
        """Returns the translations of a language, by English text."""
        with open(self._catalog(language), "rb") as catalog:
            return gettext.GNUTranslations(catalog)

    def uninstall(self):
        """Uninstalls the program, and returns the remaining files."""
        make("uninstall", f"PREFIX={self.prefix}")
        return self._files()

    def _catalog(self, language):
        return self.prefix / "share/locale" / language / "LC_MESSAGES/stargazer.mo"

    def _files(self):
        return {str(path.relative_to(self.prefix)) for path in self.prefix.rglob("*") if path.is_file()}
