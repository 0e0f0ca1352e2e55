"""Reading the stand-in's log: one `METHOD TARGET STATUS` a line."""

from urllib.parse import parse_qs, urlsplit


def searches(server, words=None):
    """The targets of the searches that somebody made, in the order they came; or of those for these words alone, since
    who types slowly searches for a part of them first."""
    lines = [line.split(" ") for line in server.log()]
    found = [line[1] for line in lines if len(line) == 3 and urlsplit(line[1]).path.endswith("/search/repositories")]
    return [target for target in found if words in (None, query(target)) and not is_trending(target)]


def trending(server):
    """The targets of the questions that the start page asks by itself."""
    return [line.split(" ")[1] for line in server.log("/search/repositories?") if is_trending(line.split(" ")[1])]


def is_trending(target):
    return query(target).startswith("created:>=")


def page(target):
    return int(parse_qs(urlsplit(target).query).get("page", ["1"])[0])


def query(target):
    return parse_qs(urlsplit(target).query).get("q", [""])[0]
