#!/usr/bin/python3
"""Compares the worker for SVG with `rsvg-convert`, for 500 pictures such as READMEs have.

Usage: svg_drawing.py WORKER [FOLDER]. Makes badges, cards, charts and moving pictures in the style of the services that
READMEs use, and takes icons of this machine. Prints how many are the same to the last pixel, and which are not. What
rsvg-convert draws without its end, its HTML or its colors must differ; anything else must not. With a folder, all
pictures and both drawings of those that differ are left there. Needs rsvg-convert and ImageMagick.
"""

import base64
import collections
import pathlib
import random
import resource
import struct
import subprocess
import sys
import tempfile
import zlib

COLORS = ["#007ec6", "#97ca00", "#e05d44", "#dfb317", "#fe7d37", "#555", "#4c1", "#9f9f9f"]
WORDS = "build passing coverage 98% license MIT npm v1.2.3 downloads 12k/month stars docs chat online python".split()
SVG = 'xmlns="http://www.w3.org/2000/svg"'
LINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
LOGO_PATHS = [
    "M12 .3a12 12 0 0 0-3.8 23.4c.6.1.8-.3.8-.6v-2c-3.3.7-4-1.6-4-1.6-.6-1.4-1.4-1.8-1.4-1.8z",
    "M24 8.8A12 12 0 1 1 12 0l-2 9 14-.2z", "M0 0h24v24H0zm4 4v16h16V4z", "M12 2l10 20H2z",
]


def data(kind, content):
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def png(color):
    """A picture of eight by eight pixels."""
    rows = b"".join(b"\0" + bytes(color) * 8 for _ in range(8))
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    file = b"\x89PNG\r\n\x1a\n"
    for name, body in chunks:
        file += struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    return file


def badge(some):
    left, right = some.choice(WORDS), some.choice(WORDS)
    style, color = some.choice(["flat", "flat-square", "plastic", "for-the-badge"]), some.choice(COLORS)
    logo = some.random() < 0.6
    height = 28 if style == "for-the-badge" else 20
    first, second = 10 + 7 * len(left) + (17 if logo else 0), 10 + 7 * len(right)
    width, radius = first + second, 3 if style in ("flat", "plastic") else 0
    picture = ""
    if logo:
        drawing = f'<svg fill="{some.choice(["#fff", "whitesmoke"])}" role="img" viewBox="0 0 24 24" {SVG}>'
        drawing += f'<title>Logo</title><path d="{some.choice(LOGO_PATHS)}"/></svg>'
        is_vector = some.random() < 0.8
        content = ("image/svg+xml", drawing.encode()) if is_vector else ("image/png", png([some.randrange(256)] * 3))
        name = some.choice(["href", "xlink:href"])
        picture = f'<image x="5" y="{height / 2 - 7}" width="14" height="14" {name}="{data(*content)}"/>'
    shine = '<linearGradient id="s" x2="0" y2="100%"><stop offset="0" stop-color="#bbb" stop-opacity=".1"/>'
    shine += '<stop offset="1" stop-opacity=".1"/></linearGradient>'
    text = f'<text aria-hidden="true" x="{first * 5}" y="{height * 7.5}" fill="#010101" fill-opacity=".3" '
    text += f'transform="scale(.1)" textLength="{70 * len(left)}">{left}</text>'
    text += f'<text x="{first * 5}" y="{height * 7}" fill="#fff" transform="scale(.1)">{left}</text>'
    return f"""<svg {SVG} {LINK} width="{width}" height="{height}" role="img">
<title>{left}: {right}</title>{shine}<clipPath id="r">
<rect width="{width}" height="{height}" rx="{radius}" fill="#fff"/>
</clipPath><g clip-path="url(#r)"><rect width="{first}" height="{height}" fill="#555"/>
<rect x="{first}" width="{second}" height="{height}" fill="{color}"/>
<rect width="{width}" height="{height}" fill="url(#s)"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="110">{picture}{text}
<text x="{(first + second / 2) * 10}" y="{height * 7}" transform="scale(.1)" fill="#fff">{right}</text></g></svg>"""


def chart(some):
    kind = some.choice(["line", "bars", "pie", "calendar"])
    body = ""
    if kind == "line":
        points = " ".join(f"{x * 20},{some.randrange(200)}" for x in range(20))
        body = f'<polyline points="{points}" fill="none" stroke="{some.choice(COLORS)}" stroke-width="2"/>'
        body += '<g stroke="#ddd"><path d="M0 50H400M0 100H400"/></g>'
    elif kind == "bars":
        for x in range(12):
            height = some.randrange(10, 190)
            body += f'<rect x="{x * 32}" y="{200 - height}" width="24" height="{height}" fill="{some.choice(COLORS)}"/>'
    elif kind == "pie":
        for index in range(5):
            body += f'<circle cx="200" cy="100" r="60" fill="none" stroke="{COLORS[index]}" stroke-width="30" '
            body += f'stroke-dasharray="{some.randrange(40, 90)} 400" transform="rotate({72 * index} 200 100)"/>'
    else:
        body = '<filter id="f"><feComponentTransfer><feFuncR type="linear" slope=".8"/></feComponentTransfer></filter>'
        for day in range(some.randrange(60, 200)):
            x, y = 20 + day % 52 * 7, 20 + day // 52 * 30
            path = f'<path d="M0 0l6 3-6 3-6-3z" fill="{some.choice(COLORS)}"/>'
            body += f'<g transform="translate({x} {y})" filter="url(#f)">{path}</g>'
    body += f'<style>text{{font:12px sans-serif}}</style><text x="5" y="195">{some.choice(WORDS)}</text>'
    return f'<svg {SVG} width="400" height="200" viewBox="0 0 400 200">{body}</svg>'


def still_card(some):
    lines = "".join(
        f'<text class="stat" x="25" y="{70 + 25 * index}">{some.choice(WORDS)}: {some.randrange(9999)}</text>'
        for index in range(5))
    style = "<style>.h{font:600 18px Ubuntu,sans-serif;fill:#2f80ed}.stat{font:600 14px sans-serif}</style>"
    frame = f'<rect x=".5" y=".5" rx="4.5" width="449" height="194" fill="#fffefe" stroke="{some.choice(COLORS)}"/>'
    body = f'{style}{frame}<text x="25" y="35" class="h">Stats</text>{lines}'
    return f'<svg {SVG} width="450" height="195" viewBox="0 0 450 195" fill="none">{body}</svg>'


def stats_card(some):
    rows = "".join(
        f'<g transform="translate(0, {25 * index})"><g class="stagger" style="animation-delay: {450 + 150 * index}ms" '
        f'transform="translate(25, 0)"><text class="stat bold" y="12.5">{some.choice(WORDS)}:</text>'
        f'<text class="stat bold" x="170" y="12.5">{some.randrange(9999)}</text></g></g>' for index in range(5))
    end = some.randrange(20, 240)
    return f"""<svg width="450" height="195" viewBox="0 0 450 195" fill="none" {SVG} role="img"><style>
.header {{ font: 600 18px Ubuntu, Sans-Serif; fill: #2f80ed; animation: fadeInAnimation 0.8s ease-in-out forwards; }}
@supports(-moz-appearance: auto) {{ /* Firefox */ .header {{ font-size: 15.5px; }} }}
.stat {{ font: 600 14px 'Segoe UI', Ubuntu, Sans-Serif; fill: #434d58; }}
.stagger {{ opacity: 0; animation: fadeInAnimation 0.3s ease-in-out forwards; }}
.rank-circle {{ stroke: #2f80ed; stroke-dasharray: 250; fill: none; stroke-width: 6; transform-origin: -10px 8px;
transform: rotate(-90deg); animation: rankAnimation 1s forwards ease-in-out; }}
@keyframes rankAnimation {{ from {{ stroke-dashoffset: 251.3; }} to {{ stroke-dashoffset: {end}; }} }}
@keyframes fadeInAnimation {{ from {{ opacity: 0; }} to {{ opacity: 1; }} }}
</style><rect x=".5" y=".5" rx="4.5" height="99%" width="449" fill="#fffefe" stroke="#e4e2e2"/>
<text x="25" y="35" class="header">Stats</text>
<g transform="translate(375, 102)"><circle class="rank-circle" cx="-10" cy="8" r="40"/></g>
<svg y="55">{rows}</svg></svg>"""


def typing_card(some):
    lines = [" ".join(some.choices(WORDS, k=4)) for _ in range(some.randrange(1, 4))]
    body = ""
    for index, line in enumerate(lines):
        begin = f"0s;d{len(lines) - 1}.end" if index == 0 else f"d{index - 1}.end"
        body += f"""<path id='path{index}'><animate id='d{index}' attributeName='d' begin='{begin}' dur='5000ms'
fill='remove' values='m0,25 h0 ; m0,25 h435 ; m0,25 h435 ; m0,25 h0' keyTimes='0;0.6;0.8;1'/></path>
<text font-family='monospace' fill='#36BCF7' font-size='20' dominant-baseline='middle' x='50%' text-anchor='middle'>
<textPath xlink:href='#path{index}'>{line}</textPath></text>"""
    return f"<svg {SVG} {LINK} viewBox='0 0 435 50' width='435px' height='50px'>{body}</svg>"


def streak_card(some):
    numbers = "".join(
        f"<g transform='translate({82 + 165 * index}, 48)'><text y='32' text-anchor='middle' font-size='28px' "
        f"style='opacity: 0; animation: fadein 0.5s linear forwards {index}s'>{some.randrange(9999)}</text></g>"
        for index in range(3))
    frames = "<style>@keyframes fadein { 0% { opacity: 0; } 100% { opacity: 1; } }</style>"
    ground = "<rect width='495' height='195' rx='4.5' fill='#FFFEFE'/>"
    return f"<svg {SVG} viewBox='0 0 495 195' width='495px' height='195px'>{frames}{ground}{numbers}</svg>"


def metrics_card(some):
    fields = "".join(f'<div class="field">{" ".join(some.choices(WORDS, k=5))}</div>' for _ in range(6))
    style = "<style>svg{font-family:sans-serif;font-size:14px;color:#777}h2{color:#0366d6;font-size:16px}</style>"
    page = f'<div xmlns="http://www.w3.org/1999/xhtml"><h2>Ada</h2>{fields}</div>'
    body = f'{style}<foreignObject width="100%" height="100%">{page}</foreignObject>'
    return f'<svg {SVG} width="480" height="220">{body}</svg>'


def snake(some):
    cells = "".join(f'<rect class="c c{some.randrange(2)}" x="{x * 16 + 2}" y="2" rx="2"/>' for x in range(30))
    colors = ":root{--ce:#ebedf0;--c1:#9be9a8}.c{fill:var(--ce);width:12px;height:12px}.c.c1{fill:var(--c1)}"
    return f'<svg {SVG} width="480" height="16"><style>{colors}</style>{cells}</svg>'


def icons(some, count):
    files = sorted(pathlib.Path("/usr/share/icons").rglob("*.svg"))
    chosen = [file for file in some.sample(files, min(count, len(files))) if file.is_file()]
    sources = [file.read_text(errors="replace") for file in chosen]
    return [source for source in sources if source.strip()]


def pictures(some):
    moving = [stats_card, typing_card, streak_card, metrics_card, snake]
    yield from (("badge", badge(some)) for _ in range(170))
    yield from (("chart", chart(some)) for _ in range(60))
    yield from (("card", still_card(some)) for _ in range(20))
    yield from (("icon", source) for source in icons(some, 150))
    yield from ((make.__name__.replace("_", " ") + " *", make(some)) for make in moving for _ in range(20))


def children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main(worker, folder):
    table = collections.defaultdict(collections.Counter)
    times = collections.defaultdict(list)
    for number, (group, source) in enumerate(pictures(random.Random(1))):
        paths = [folder / f"{number:03}.{end}" for end in ("svg", "png", "other.png")]
        paths[0].write_text(source)
        before = children()
        drawn = subprocess.run([worker, "light"], input=source.encode(), stdout=subprocess.PIPE, check=False)
        times[group].append(children() - before)
        count = table[group]
        count["pictures"] += 1
        if drawn.returncode != 0:
            count[f"status {drawn.returncode}"] += 1
            continue
        paths[1].write_bytes(drawn.stdout)
        size = [str(side) for side in struct.unpack(">II", drawn.stdout[16:24])]
        other = ["rsvg-convert", "--width", size[0], "--height", size[1], "--output", paths[2], paths[0]]
        if subprocess.run(other, stderr=subprocess.DEVNULL, check=False).returncode != 0:
            count["only here"] += 1
            continue
        compared = ["compare", "-metric", "AE", "-fuzz", "2%", paths[1], paths[2], "null:"]
        pixels = subprocess.run(compared, stderr=subprocess.PIPE, text=True, check=False).stderr.split()[0]
        count["same" if float(pixels) == 0 else "differ"] += 1
        if float(pixels) != 0 and not group.endswith("*"):
            print(f"{paths[0].name} ({group}): {pixels} of {int(size[0]) * int(size[1])} pixels differ")
    print(f"{'':<16}{'pictures':>9}{'same':>6}{'differ':>8}{'ms':>7}{'most ms':>9}  others")
    for group, count in table.items():
        taken = [1000 * seconds for seconds in times[group]]
        others = {name: value for name, value in count.items() if name not in ("pictures", "same", "differ")}
        print(f"{group:<16}{count['pictures']:>9}{count['same']:>6}{count['differ']:>8}"
              f"{sum(taken) / len(taken):>7.1f}{max(taken):>9.1f}  {others or ''}")
    print("* moves, or has HTML or variables: rsvg-convert shows its beginning")


if __name__ == "__main__":
    if len(sys.argv) > 2:
        pathlib.Path(sys.argv[2]).mkdir(exist_ok=True)
        main(sys.argv[1], pathlib.Path(sys.argv[2]))
    else:
        with tempfile.TemporaryDirectory() as name:
            main(sys.argv[1], pathlib.Path(name))
