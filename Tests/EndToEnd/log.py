"""Reads the stand-in's log, which has one `METHOD TARGET STATUS` per line."""

from urllib.parse import parse_qs, urlsplit


def searches(server, words=None):
    """Returns the targets of the searches in order, or only of those for these words: while a test types slowly, the
    program may search for a part of them first."""
    lines = [line.split(" ") for line in server.log()]
    found = [line[1] for line in lines if len(line) == 3 and urlsplit(line[1]).path.endswith("/search/repositories")]
    return [target for target in found if words in (None, query(target)) and not is_trending(target)]


def trending(server):
    """Returns the targets of the trending requests, which the start page sends by itself."""
    return [line.split(" ")[1] for line in server.log("/search/repositories?") if is_trending(line.split(" ")[1])]


def is_trending(target):
    return query(target).startswith("created:>=")


def page(target):
    return int(parse_qs(urlsplit(target).query).get("page", ["1"])[0])


def query(target):
    return parse_qs(urlsplit(target).query).get("q", [""])[0]
