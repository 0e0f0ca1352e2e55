"""Screenshots of the window for people, and measurements of them: brightness and contrast."""

import os
import pathlib
import re
import struct
import subprocess
import time

from waiting import SHORT_PAUSES, eventually

FOLDER = pathlib.Path(__file__).parent / "pictures"


class Camera:
    """Takes screenshots of an X window."""

    def __init__(self, display, window):
        self._environment = {"PATH": os.environ["PATH"], "DISPLAY": display}
        self._window = str(window)

    def _run(self, *command, text=True):
        """Runs a command until it succeeds: a window inside the captured one may disappear meanwhile."""
        failures = []

        def ran():
            done = subprocess.run(command, env=self._environment, capture_output=True, text=text, check=False)
            if done.returncode:
                failures[:] = [done.stderr]
            return None if done.returncode else done

        return eventually(" ".join(command), ran, explain=lambda: str(failures)).stdout

    def _dump(self):
        """Returns header and pixels in X's format. It takes a few milliseconds, so it does not slow down the
        program."""
        place = ["-root"] if self._window == "root" else ["-id", self._window]
        return self._run("xwd", "-silent", *place, text=False)

    def save(self, title):
        """Writes pictures/TITLE.png and returns its path."""
        FOLDER.mkdir(exist_ok=True)
        path = FOLDER / f"{title}.png"
        self._run("import", "-silent", "-window", self._window, str(path))
        return path

    def still(self):
        """Returns whether five screenshots in a row are equal, so no animation runs or is about to start."""
        first = self._dump()
        for _ in range(4):
            time.sleep(0.05)
            if self._dump() != first:
                return False
        return True

    def changes(self, act, least=1):
        """Returns the screenshots since before `act`, each different from the previous one, until at least `least`
        changes happened and the window is still."""
        seen, same = [self._dump()], []
        act()

        def at_rest():
            picture = self._dump()
            if picture == seen[-1]:
                same.append(picture)
            else:
                seen.append(picture)
                same.clear()
            return len(seen) > least and len(same) > 15

        # The pauses stay short, or pictures would be missed.
        eventually("a change and rest after it", at_rest, pauses=SHORT_PAUSES)
        return seen

    def size(self):
        output = self._run("xwininfo", "-id", self._window)
        return tuple(int(re.search(rf"{side}: (\d+)", output).group(1)) for side in ("Width", "Height"))

    def light(self):
        """Returns the mean gray of the window, from 0 (black) to 1 (white). Measured: 0.87 in light style, 0.25 in
        dark style."""
        dump = self._dump()
        header = struct.unpack(">25I", dump[:100])
        pixels = dump[header[0] + 12 * header[19] :]
        blue, green, red = (sum(pixels[part::4]) / (len(pixels) / 4 * 255) for part in range(3))
        return 0.21 * red + 0.72 * green + 0.07 * blue

    def colors(self, place, edge=(0, 0)):
        """Returns the pixel count of each color in a part of the window: {(red, green, blue): pixels}, channels 0 to
        255."""
        part = f"{place.width}x{place.height}+{place.x + edge[0]}+{place.y + edge[1]}"
        output = self._run(
            "import", "-silent", "-window", self._window, "-crop", part, "+repage", "-depth", "8",
            "-format", "%c", "histogram:info:-",
        )  # fmt: skip
        found = {}
        for line in output.splitlines():
            hit = re.search(r"^\s*(\d+):.*#([0-9A-F]{6})", line)
            if hit:
                color = tuple(int(hit[2][at : at + 2], 16) for at in (0, 2, 4))
                found[color] = found.get(color, 0) + int(hit[1])
        return found


def luminance(color):
    """Returns the relative luminance as defined by the Web Content Accessibility Guidelines."""
    channels = [value / 255 for value in color]
    red, green, blue = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def contrast(colors):
    """Returns the contrast with the most frequent color, the background.

    It uses the hundredth of the pixels with the highest contrast, so neither antialiased edges nor a single pixel
    decide.
    """
    ground = max(colors, key=colors.get)
    ratios = sorted((ratio(color, ground) for color, count in colors.items() for _ in range(count)), reverse=True)
    return ratios[len(ratios) // 100]
