"""Watches the screen and presses keys through one X connection: no process starts between a key press and its
effect."""

import ctypes
import time
import zlib

ALL_PLANES, Z_PIXMAP = ctypes.c_ulong(-1).value, 2
SIZE, LONG = ctypes.c_uint, ctypes.c_ulong


class Image(ctypes.Structure):
    """The first fields of an XImage."""

    _fields_ = [
        ("width", ctypes.c_int), ("height", ctypes.c_int), ("offset", ctypes.c_int), ("format", ctypes.c_int),
        ("data", ctypes.c_void_p), ("byte_order", ctypes.c_int), ("unit", ctypes.c_int), ("bit_order", ctypes.c_int),
        ("pad", ctypes.c_int), ("depth", ctypes.c_int), ("bytes_per_line", ctypes.c_int),
    ]  # fmt: skip


class Eye:
    def __init__(self, display):
        self._x, self._test = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        pointers = {
            "XOpenDisplay": [ctypes.c_char_p], "XCloseDisplay": [ctypes.c_void_p],
            "XDefaultRootWindow": [ctypes.c_void_p], "XFlush": [ctypes.c_void_p],
            "XStringToKeysym": [ctypes.c_char_p], "XKeysymToKeycode": [ctypes.c_void_p, LONG],
            "XGetImage": [ctypes.c_void_p, LONG, ctypes.c_int, ctypes.c_int, SIZE, SIZE, LONG, ctypes.c_int],
            "XFree": [ctypes.c_void_p], "XWarpPointer": [ctypes.c_void_p, LONG, LONG, *[ctypes.c_int] * 6],
        }  # fmt: skip
        for name, arguments in pointers.items():
            getattr(self._x, name).argtypes = arguments
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._x.XDefaultRootWindow.restype = self._x.XStringToKeysym.restype = LONG
        self._x.XGetImage.restype = ctypes.POINTER(Image)
        self._x.XKeysymToKeycode.restype = ctypes.c_ubyte
        for name in ("XTestFakeKeyEvent", "XTestFakeButtonEvent"):
            getattr(self._test, name).argtypes = [ctypes.c_void_p, SIZE, ctypes.c_int, LONG]
        self._display = self._x.XOpenDisplay(display.encode())
        self._root = self._x.XDefaultRootWindow(self._display)

    def close(self):
        self._x.XCloseDisplay(self._display)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def press(self, stroke):
        """Presses a key such as `Return` or `ctrl+2`. Returns the time."""
        names = [{"ctrl": "Control_L"}.get(name, name) for name in stroke.split("+")]
        codes = [self._x.XKeysymToKeycode(self._display, self._x.XStringToKeysym(name.encode())) for name in names]
        at = time.monotonic()
        for down, each in ((1, codes), (0, reversed(codes))):
            for code in each:
                self._test.XTestFakeKeyEvent(self._display, code, down, 0)
        self._x.XFlush(self._display)
        return at

    def point(self, x, y):
        self._x.XWarpPointer(self._display, 0, self._root, 0, 0, 0, 0, x, y)
        self._x.XFlush(self._display)

    def wheel(self, down=True):
        """Scrolls by one notch."""
        for pressed in (1, 0):
            self._test.XTestFakeButtonEvent(self._display, 5 if down else 4, pressed, 0)
        self._x.XFlush(self._display)

    def look(self, place):
        """Returns a checksum of the screen rectangle `place` (x, y, width, height)."""
        taken = self._x.XGetImage(self._display, self._root, *place, ALL_PLANES, Z_PIXMAP)
        image = taken.contents
        seen = zlib.crc32(ctypes.string_at(image.data, image.height * image.bytes_per_line))
        self._x.XFree(image.data)
        self._x.XFree(taken)
        return seen

    def timed(self, place, act, quiet=0.8, patience=20):
        """Returns the seconds from `act`, which returns its time, to the final content of `place`: the first that
        stays for `quiet` seconds. Returns None when nothing changes within `patience`."""
        return self.each([place], act, quiet, patience)[0]

    def each(self, places, act, quiet=0.8, patience=20):
        """Does the same for several places, until all of them are quiet."""
        before = [self.look(place) for place in places]
        began = act()
        changed = [None] * len(places)
        while time.monotonic() - max(filter(None, changed), default=began) < (quiet if any(changed) else patience):
            time.sleep(0.002)
            for number, place in enumerate(places):
                now = self.look(place)
                if now != before[number]:
                    before[number], changed[number] = now, time.monotonic()
        return [at and at - began for at in changed]
