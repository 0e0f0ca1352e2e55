"""The program as `make install` leaves it: in a folder of its own, with its translations, and with one more language.

The additional language is made here of the English texts: every letter accented and every text 1.4 times as long, so
that what was forgotten and what has no room shows.
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
# What is no text for people: places of arguments, mnemonics, marks of GTK, addresses, qualifiers of a search.
LITERAL = re.compile(r"(%\d\$[sd]|%[sd%]|<[^>]+>|&\w+;|https?://\S+|stargazer://\S+|\b\w[\w-]*:[\w<>=.*…-]*|;)")


def longer(text):
    parts = LITERAL.split(text)
    told = "".join(part if index % 2 else part.translate(ACCENTED) for index, part in enumerate(parts))
    more = int(0.4 * sum(len(part) for part in parts[::2]))
    filler = ("one two three four five six seven " * (more // 34 + 1))[:more].strip().translate(ACCENTED)
    if not filler or ";" in text:
        return told
    end = re.search(r"[.:?!…]*$", told).start()
    return f"{told[:end]} {filler}{told[end:]}"


def longer_catalog():
    """The template with every text translated by `longer`, as the text of a catalog."""
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
    """What `make install PREFIX=…` put into a folder, under the umask of whoever installs."""

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
        """The settings of somebody who speaks it. Newer versions of glibc translate nothing in C.UTF-8."""
        folder, name = self.prefix / "locales", TERRITORIES.get(language, language)
        folder.mkdir(exist_ok=True)
        if not (folder / f"{name}.UTF-8").exists():
            subprocess.run(["localedef", "-i", name, "-f", "UTF-8", folder / f"{name}.UTF-8"], check=True)
        return {"LANG": f"{name}.UTF-8", "LANGUAGE": language, "LOCPATH": str(folder)}

    def words(self, language):
        """The texts of a language, by the English ones."""
        with open(self._catalog(language), "rb") as catalog:
            return gettext.GNUTranslations(catalog)

    def uninstall(self):
        """Takes it away, and returns what is left."""
        make("uninstall", f"PREFIX={self.prefix}")
        return self._files()

    def _catalog(self, language):
        return self.prefix / "share/locale" / language / "LC_MESSAGES/stargazer.mo"

    def _files(self):
        return {str(path.relative_to(self.prefix)) for path in self.prefix.rglob("*") if path.is_file()}
