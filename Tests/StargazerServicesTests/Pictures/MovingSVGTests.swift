import Foundation
import TestSupport
import Testing

@testable import StargazerServices

/// SVGs that a browser animates or fills with HTML. Each is drawn as another one that needs neither.
@Suite(.timeLimit(.minutes(25))) struct MovingSVGTests {
    private static let ground = #"<rect width="200" height="100" fill="silver"/>"#
    private static let words = #"<text x="20" y="40">Words</text>"#
    private static let line = #"<path d="M0 50H200" stroke="red" stroke-dasharray="200""#

    private static func file(_ inside: String) -> String {
        let names = #"xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink""#
        return #"<svg \#(names) width="200" height="100">\#(ground)\#(inside)</svg>"#
    }

    private func drawn(_ inside: String, isDark: Bool = false) async throws -> Data {
        try #require(await SVGRenderer.patient.png(of: Self.file(inside), isDark: isDark))
    }

    private static func fade(_ style: String, _ frames: String = "to{opacity:1}") -> String {
        "<style>.a{opacity:0;\(style)}@keyframes in{\(frames)}</style><g class=\"a\">\(words)</g>"
    }

    private static func opacity(_ animation: String) -> String {
        #"<g opacity="0">\#(words)<animate attributeName="opacity" \#(animation)/></g>"#
    }

    private static func alongPath(_ animation: String) -> String {
        ##"<path id="p"><animate attributeName="d" \##(animation)/></path>"##
            + ##"<text><textPath xlink:href="#p">Words</textPath></text>"##
    }

    private static let shown: [String] = [
        fade("animation:in .3s ease forwards"),
        fade("animation: in 0.5s linear both 0.6s", "0%{opacity:0}50%{opacity:.2}100%{opacity:1}"),
        fade("animation:other 1s, in 1s forwards"),
        fade("-webkit-animation: in 1s forwards", "from{opacity:0}\n/* } */ 50%,to{opacity:1}"),
        fade("animation-name:in;animation-duration:1s;animation-fill-mode:forwards"),
        fade("animation:in 1s reverse forwards", "from{opacity:1}to{opacity:0}"),
        fade("animation:in 1s 2 alternate forwards", "from{opacity:1}to{opacity:0}"),
        fade("animation:in 2s infinite", "50%{opacity:1}"),
        "<style>.b{animation-fill-mode:forwards}</style>" + fade("animation:in 1s"),
        "<style>@media screen{.a{opacity:0;animation:in 1s forwards}@keyframes in{to{opacity:1}}}</style>"
            + "<g class=\"a\">\(words)</g>",
        "<style><![CDATA[@keyframes in{to{opacity:1}}]]></style>"
            + "<g style=\"opacity:0;animation:in 1s forwards\">\(words)</g>",
        opacity(#"from="0" to="1" dur="1s" fill="freeze""#),
        opacity(#"values="0;.5;1" begin="a.end" fill="freeze""#),
        opacity(#"values="0;1;0" dur="2s" repeatCount="indefinite""#),
        opacity(#"values="0;1;0" dur="2s" begin=".5s" repeatDur="indefinite""#),
        ##"<g id="g" style="opacity:0">\##(words)</g>"##
            + ##"<animate xlink:href="#g" attributeName="opacity" to="1" dur="1s" fill="freeze"/>"##,
        #"<g visibility="hidden">\#(words)<set attributeName="visibility" to="visible" begin="1s"/></g>"#,
        #"<g><text>Words</text><animateTransform attributeName="transform" type="translate" from="-99""#
            + #" to="20 40" fill="freeze"/></g>"#,
        #"<g fill="none" style="fill:var(--a, var(--b))">\#(words)</g><style>:root{--b:black}</style>"#,
        "<style>@media print{.a{opacity:0}}@media not screen{.a{opacity:0}}</style><g class=\"a\">\(words)</g>",
        "<style>@media (min-width:1px){}@media (){.a{opacity:0}}</style><g class=\"a\">\(words)</g>",
        alongPath(#"begin="0s;q.end" dur="5s" fill="remove" values="m20,40 h0 ; m20,40 h150 ; m20,40 h0""#),
        alongPath(#"begin="q.end" dur="5s" fill="freeze" values="m20,40 h0 ; m20,40 h150""#),
    ]

    @Test(arguments: shown) func `the end of an animation shows`(inside: String) async throws {
        #expect(try await drawn(inside) == drawn(Self.words))
    }

    private static let hidden: [String] = [
        fade("animation:in 1s"), fade("animation:in 1s backwards"), fade("animation:none"), fade(""),
        fade("animation:in 1s forwards", "from{opacity:1}"),
        opacity(#"values="0;1" dur="1s""#), opacity(#"to="1" begin="click" fill="freeze""#),
        opacity(#"to="1" begin="indefinite" fill="freeze""#),
        #"<g visibility="hidden">\#(words)<set attributeName="visibility" to="visible" begin="a.end" dur="1s"/></g>"#,
        alongPath(#"begin="q.end" values="m0,40 h0 ; m0,40 h150""#),
    ]

    @Test(arguments: hidden) func `what shows only for a time does not show`(inside: String) async throws {
        #expect(try await drawn(inside) == drawn(""))
    }

    @Test func `a line is drawn to its end`() async throws {
        let style =
            "<style>.a{stroke-dashoffset:200;animation:d 1s forwards}@keyframes d{to{stroke-dashoffset:0}}</style>"
        let still = try await drawn(Self.line + "/>")
        #expect(try await drawn(style + Self.line + #" class="a"/>"#) == still)
        let animate = #"<animate attributeName="stroke-dashoffset" from="200" to="0" dur="1s" fill="freeze"/>"#
        #expect(try await drawn(Self.line + #" stroke-dashoffset="200">\#(animate)</path>"#) == still)
    }

    @Test func `properties of one letter apply with variables`() async throws {
        let style = "<style>:root{--r:9px}circle{r:var(--r)}rect.a{x:50px;y:var(--r)}</style>"
        let still = #"<circle cx="30" cy="30" r="9"/><rect x="50" y="9" width="9" height="9"/>"#
        let circle = #"<circle cx="30" cy="30" r="20"/><rect class="a" width="9" height="9"/>"#
        #expect(try await drawn(style + circle) == drawn(still))
    }

    @Test func `the last of two baselines counts`() async throws {
        let middle = "dominant-baseline:middle"
        func text(_ style: String) -> String { #"<text x="9" y="40" style="\#(style)">Words</text>"# }
        #expect(try await drawn(text("dominant-baseline:hanging;\(middle)")) == drawn(text(middle)))
    }

    @Test func `a part turns around its own center`() async throws {
        let style = "<style>.a{transform-origin:100px 50px;transform:rotate(90deg)}</style>"
        let part = #"<rect x="90" y="10" width="20" height="20"/>"#
        let still = try await drawn(#"<g transform="rotate(90 100 50)">\#(part)</g>"#)
        #expect(try await drawn(#"\#(style)<g class="a">\#(part)</g>"#) == still)
    }

    private static func html(_ inside: String, style: String = "") -> String {
        #"""
        <foreignObject x="20" y="10" width="180" height="80">
        <div xmlns="http://www.w3.org/1999/xhtml" \#(style)>\#(inside)
        </div></foreignObject>
        """#
    }

    @Test(arguments: [
        html("Words"), html("<p>\n Words\n</p>"), html("<section><span>Wor</span>ds</section>"),
        html("<style>p{}</style><b style=\"display:none\">x</b><b style=\"visibility:hidden\">x</b>Words"),
        "<style>p{display:none;visibility:hidden}p{display:block;visibility:visible}</style>" + html("<p>Words</p>"),
        html("<b style=\"display:none;visibility:visible\">x</b>Words"),
        "<style>.w{color:#000;font:400 16px/2 x}</style>"
            + html("<i class=\"w\">Words</i>", style: "style=\"color:red\""),
    ])
    func `the text of HTML shows`(inside: String) async throws {
        let text = #"<text x="20" y="26.8" style="font-size:16px">Words</text>"#
        #expect(try await drawn(inside) == drawn(text))
    }

    @Test func `HTML has lines, sizes, colors and pictures`() async throws {
        let red = #"<rect width="9" height="9" fill="red"/>"#
        let picture = #"<svg xmlns="http://www.w3.org/2000/svg" width="10" height="20" viewBox="0 0 9 9">\#(red)</svg>"#
        let lines = Self.html(
            "<h2 style=\"color:#00f;font-size:20px\">Big</h2><ul><li>One</li></ul>Two<br/>\(picture)")
        let still = #"""
            <text x="20" y="31" style="font-size:20px;fill:#00f;font-weight:bold">Big</text>
            <g font-size="16"><text x="20" y="54.8">• One</text><text x="20" y="77.2">Two</text>
            <svg x="20" y="82.8" width="10" height="20" viewBox="0 0 9 9">\#(red)</svg></g>
            """#
        #expect(try await drawn(lines) == drawn(still))
    }

    @Test(arguments: [
        ("display:flex", "flex:1", 110), ("display:flex", "width:25%", 65), ("display:flex", "width:60px", 80),
    ])
    func `blocks of HTML are side by side`(row: String, part: String, x: Int) async throws {
        let sheet = "<style>.r{\(row)}.r > p.w{\(part)}p.r .w{width:1px}</style>"
        let parts = #"<p class="w v">One</p><p class="v w">Two</p>"#
        let still = #"<g font-size="16"><text x="20" y="26.8">One</text><text x="\#(x)" y="26.8">Two</text></g>"#
        let html = Self.html(#"<div class="r">\#(parts)</div>"#)
        #expect(try await drawn(sheet + html) == drawn(still))
    }

    @Test func `long lines of HTML wrap`() async throws {
        let words = "seven words that need two lines here"
        #expect(try await drawn(Self.html(words)) == drawn(Self.html("seven words that need<br/>two lines here")))
    }

    @Test func `a picture for programs without HTML shows in its place`() async throws {
        let object = Self.html("Other words")
        #expect(try await drawn("<switch>\(object)\(Self.words)</switch>") == drawn(Self.words))
    }

    @Test(arguments: [
        ("(prefers-color-scheme: dark)", true), ("screen and (prefers-color-scheme:dark)", true),
        ("print, (prefers-color-scheme: dark)", true), ("not all and (prefers-color-scheme: light)", true),
        ("(prefers-color-scheme: light) and (min-width: 99px)", false), ("(prefers-color-scheme: light)", false),
    ])
    func `colors follow the color scheme`(query: String, isForDark: Bool) async throws {
        let rect = #"<rect width="99" height="99"/>"#
        let style = "<style>rect{fill:#111}@media \(query){rect{fill:#fff}}</style>"
        let variable = "<style>:root{--c:#111}@media \(query){:root{--c:#fff}}rect{fill:var(--c)}</style>"
        let separate = "<style>rect{fill:#111}</style><style media=\"\(query)\">rect{fill:#fff}</style>"
        for isDark in [false, true] {
            let still = try await drawn("<style>rect{fill:\(isDark == isForDark ? "#fff" : "#111")}</style>\(rect)")
            for one in [style, variable, separate] { #expect(try await drawn(one + rect, isDark: isDark) == still) }
        }
    }

    private static let bombs: [String: String] = [
        "variables of variables":
            "<style>:root{" + (0..<40).map { "--a\($0):var(--a\($0 + 1))var(--a\($0 + 1));" }.joined()
            + "}rect{fill:var(--a0)}</style>",
        "a variable of itself": "<style>:root{--a:var(--a)}rect{fill:var(--a)}</style>",
        "conditions in conditions": "<style>" + String(repeating: "@media all{", count: 100_000),
        "brackets in brackets": "<style>" + String(repeating: "a{([", count: 100_000),
        "a million animations": "<style>.a{animation:" + String(repeating: "b forwards,", count: 300_000)
            + "}@keyframes b{to{opacity:1}}</style>",
        "keyframes for every rule": "<style>@keyframes b{to{\(String(repeating: "fill:red;", count: 9_000))}}"
            + String(repeating: ".a{animation:b forwards}", count: 9_000) + "</style>",
        "HTML in HTML": html(String(repeating: "<div>", count: 200) + String(repeating: "</div>", count: 200)),
        "endless lines": html(String(repeating: "<p>word</p>", count: 200_000)),
        "a million animated values":
            #"<g><animate attributeName="d" fill="freeze" values=""# + String(repeating: "1;", count: 1_000_000)
            + #""/></g>"#,
        "an animation of itself": ##"<animate id="a" href="#a" attributeName="values" to="1" fill="freeze"/>"##,
        "text along itself": ##"<text><textPath id="a" href="#a">x</textPath></text>"##,
        "nested objects": html(html(html("Words"))),
    ]

    /// They are drawn, or the worker reaches a limit, as that of memory, at which libraries abort. It does not crash.
    @Test(arguments: bombs.keys.sorted()) func `this ends:`(_ name: String) async throws {
        let bomb = try #require(Self.bombs[name])
        let folder = try TemporaryFolder("svg")
        let file = folder.root.appending(path: "bomb.svg")
        try Data(Self.file(bomb).utf8).write(to: file)
        let process = try ChildProcess(SVGRenderer.installed.path, input: .file(file))
        #expect(![SIGSEGV, SIGBUS, SIGILL, SIGFPE].map { 128 + $0 }.contains(process.wait()))
    }
}
