"""Reading the stand-in's log: one `METHOD TARGET STATUS` a line."""

from urllib.parse import parse_qs, urlsplit


def searches(server):
    """The targets of the searches, in the order they came."""
    lines = [line.split(" ") for line in server.log()]
    return [line[1] for line in lines if len(line) == 3 and urlsplit(line[1]).path.endswith("/search/repositories")]


def page(target):
    return int(parse_qs(urlsplit(target).query).get("page", ["1"])[0])


def query(target):
    return parse_qs(urlsplit(target).query).get("q", [""])[0]
