"""Compares every field of the stand-in's GIPHY and Flickr answers with recorded ones.

The recordings are optional: in `$STARGAZER_RECORDINGS`, or `../shared/recordings` next to the checkout.
"""

import json
import os
import pathlib
import urllib.error
import urllib.request

import pytest

from desktop import REPOSITORY
from standin import StandIn

FOLDER = pathlib.Path(os.environ.get("STARGAZER_RECORDINGS", REPOSITORY.parent / "shared" / "recordings"))
GIFS = "/v1/gifs/{}&api_key=k3y"
PHOTOS = "/services/rest/?format=json&nojsoncallback=1&api_key=k3y&method=flickr.{}"
EXTRAS = "&extras=description,license,date_upload,date_taken,owner_name,tags,views,path_alias,url_n,url_z,url_l"
ASKED = {
    "giphy": {
        "gifs-search": GIFS.format("search?q=golden"), "gifs-trending": GIFS.format("trending?limit=50"),
        "gif-by-id": None, "trending-searches": "/v1/trending/searches?api_key=k3y",
        "error-401": "/v1/gifs/trending?api_key=bad",
    },
    "flickr": {
        "photos-search": PHOTOS.format("photos.search&text=golden" + EXTRAS),
        "interestingness-getList": PHOTOS.format("interestingness.getList" + EXTRAS),
        "people-getPublicPhotos": PHOTOS.format("people.getPublicPhotos&user_id=20000000@N01" + EXTRAS),
        "tags-getHotList": PHOTOS.format("tags.getHotList"),
        "fail-100-invalid-key": PHOTOS.format("test.echo").replace("k3y", "bad"),
        "fail-112-unknown-method": PHOTOS.format("no.such"),
    },
}
UNRECORDED = {
    ".data[].alt_text": "newer than the recordings",
    ".data.alt_text": "newer than the recordings",
    ".data[].tags[]": "recorded of channels alone, where they are something else",
    ".data.tags[]": "recorded of channels alone, where they are something else",
    ".photos.photo[].pathalias": "whoever was recorded had none",
    ".photos.photo[].datetakenunknown": "newer than the recordings",
}
"""Fields that the services have but no recording contains in this form, with the reason."""


def kind_of(value):
    """Returns the kind of a value. Both services sometimes write numbers as strings, and booleans as 0 and 1."""
    if value is None:
        return "nothing"
    if isinstance(value, str):
        return "number" if value.isdigit() else "text"
    return "number"


def paths(value, place=""):
    """Yields each path in a JSON value with the kind of its value."""
    if isinstance(value, dict):
        yield place, "object"
        for name, member in value.items():
            yield from paths(member, f"{place}.{name}")
    elif isinstance(value, list):
        yield place, "list"
        for member in value:
            yield from paths(member, f"{place}[]")
    else:
        yield place, kind_of(value)


def kinds(values):
    found = {}
    for value in values:
        for place, kind in paths(value):
            found.setdefault(place, set()).add(kind)
    return found


def recorded(site):
    """Returns the recorded answers of a service, by request."""
    found = {}
    for path in sorted((FOLDER / site).glob("[0-9]*.json")):
        kind = path.stem.split("-", 1)[1].rsplit("-get-", 1)[0]
        found.setdefault(kind, []).append(json.loads(path.read_text(encoding="utf-8")))
    return found


def answered(server, target):
    try:
        with urllib.request.urlopen(server.url + target) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        return json.load(refusal)


@pytest.mark.parametrize("site", ASKED)
def test_each_field_is_one_that_the_service_writes(site):
    if not (FOLDER / site).is_dir():
        pytest.skip(f"the recorded answers are not there: {FOLDER}")
    known = recorded(site)
    # A field missing in one answer may be in another of the same service: a GIF is the same object in every list.
    everywhere = kinds(answer for answers in known.values() for answer in answers)
    checked, strange = 0, []
    with StandIn(search_limit="off") as server:
        for kind, target in ASKED[site].items():
            assert kind in known, kind
            if target is None:
                one = answered(server, GIFS.format("trending?limit=1"))["data"][0]["id"]
                target = GIFS.format(f"{one}?x=y")
            ours, theirs = kinds([answered(server, target)]), kinds(known[kind])
            for place, written in ours.items():
                allowed = everywhere.get(place) or everywhere.get(place.replace(".data.", ".data[].")) or set()
                checked += 1
                # A text may consist of digits by chance.
                if not written <= allowed | ({"number"} if "text" in allowed else set()) and place not in UNRECORDED:
                    strange.append(f"{kind}: {place} is {sorted(written)}, recorded {sorted(allowed) or 'never'}")
            missing = [place for place in theirs if place.count(".") == 1 and place not in ours]
            strange += [f"{kind}: {place} is missing" for place in missing]
    print(f"{site}: {checked} fields held against the recordings")
    assert not strange, "\n".join(strange)
