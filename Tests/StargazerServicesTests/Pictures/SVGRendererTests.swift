import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// SVGs as PNGs, and what becomes of hostile ones. They are drawn one after another: those that compute up to a limit
/// would delay the others.
@Suite(.serialized, .timeLimit(.minutes(25))) struct SVGRendererTests {
    private static let head = """
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="100">
        """
    /// A fully transparent picture counts as a failure.
    private static let ground = #"<rect width="3" height="3" fill="gray"/>"#

    private let renderer = SVGRenderer.patient

    private func drawn(_ inside: String) async -> PNG? {
        await drawn(file: "\(Self.head)\(Self.ground)\(inside)</svg>")
    }

    private func drawn(file: String) async -> PNG? { await renderer.png(of: Data(file.utf8)).map(PNG.init) }

    @Test(
        arguments: [
            (#"width="90" height="20""#, [180, 40, 90, 20]),
            (#"width="90.4" height="20.6""#, [180, 41, 90, 21]),
            (#"width="1in" height="72pt""#, [192, 192, 96, 96]),
            // Without a size it is as wide as a text, in the ratio of its box.
            (#"viewBox="0 0 24 12""#, [1520, 760, 760, 380]),
            (#"width="100%" viewBox="0 0 24 12""#, [1520, 760, 760, 380]),
            (#"height="10" viewBox="0 0 24 12""#, [40, 20, 20, 10]),
            (#"width="-5" height="none""#, [600, 300, 300, 150]),
            ("", [600, 300, 300, 150]),
            // Within limits of width and pixels.
            (#"width="2000" height="100""#, [1520, 76, 2000, 100]),
            (#"width="1000" height="10000""#, [632, 6324, 1000, 10000]),
            (#"width="1" height="900000""#, [1, 32767, 1, 900_000]),
        ] as [(String, [Int])])
    func `a picture has twice its natural size`(attributes: String, size: [Int]) async throws {
        let file = #"<svg xmlns="http://www.w3.org/2000/svg" \#(attributes)><rect width="9" height="9"/></svg>"#
        let png = try #require(await drawn(file: file))
        #expect([png.width, png.height] + png.natural == size)
    }

    @Test func `text shows`() async throws {
        let empty = try #require(await drawn(""))
        let text = try #require(await drawn(#"<text y="50" font-family="Verdana,sans-serif">Words</text>"#))
        #expect(text.bytes.count > empty.bytes.count + 200)
    }

    @Test func `a font of the home draws text`() async throws {
        let file = try Self.fontMatch("%{file}")
        let family = try #require(String(data: try Self.fontMatch("%{family[0]}"), encoding: .utf8))
        var font = try Data(contentsOf: URL(filePath: String(decoding: file, as: UTF8.self)))
        let other = String(repeating: "Q", count: family.count)
        let name = try #require(family.data(using: .utf16BigEndian))
        let replacement = try #require(other.data(using: .utf16BigEndian))
        while let range = font.range(of: name) { font.replaceSubrange(range, with: replacement) }
        let home = try TemporaryFolder(".local/share/fonts")
        try FileManager.default.createDirectory(at: home.location, withIntermediateDirectories: true)
        try font.write(to: home.location.appending(path: "font.ttf"))

        func drawn(_ family: String, home: URL? = nil) async throws -> Data {
            var renderer = renderer
            renderer.environment = home.map { ["HOME": $0.path] } ?? [:]
            let svg = #"\#(Self.head)<text y="50" font-family="\#(family)">iiiiWWWW</text></svg>"#
            return try #require(await renderer.png(of: Data(svg.utf8)))
        }
        let expected = try await drawn(family)
        #expect(try await drawn(other) != expected)
        #expect(try await drawn(other, home: home.root) == expected)
    }

    private static func fontMatch(_ format: String) throws -> Data {
        try ChildProcess.output("fc-match", ["--format", format, "monospace:fontformat=TrueType"])
    }

    @Test func `a logo that is an SVG inside a badge shows`() async throws {
        let logo = Data(#"\#(Self.head)<rect width="200" height="100"/></svg>"#.utf8).base64EncodedString()
        let empty = try #require(await drawn(""))
        let data = "data:image/svg+xml;base64,\(logo)"
        let badge = try #require(await drawn(#"<image width="14" height="14" xlink:href="\#(data)"/>"#))
        #expect(badge.bytes != empty.bytes)
    }

    /// One red pixel.
    private static let logos = [
        "image/png": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC",
        "image/gif": "R0lGODdhAQABAPAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=",
    ]

    @Test(arguments: [
        ("image/png", "image/png"), ("image/gif", "image/gif"), ("image/png", "image/jpeg"),
        ("image/png", "application/octet-stream"), ("image/gif", "image/jpg"), ("image/png", "image/svg+xml"),
    ])
    func `a picture inside shows, whatever its type says`(type: String, stated: String) async throws {
        let data = "data:\(stated);base64,\(try #require(Self.logos[type]))"
        let red = try #require(await drawn(#"<rect x="9" y="9" width="40" height="40" fill="red"/>"#))
        #expect(await drawn(#"<image x="9" y="9" width="40" height="40" href="\#(data)"/>"#)?.bytes == red.bytes)
    }

    @Test(arguments: [
        "", #"<rect width="99" height="99" opacity="0"/>"#,
        #"<image width="9" height="9" href="https://a.example/b.png"/>"#,
    ])
    func `a fully transparent picture counts as none`(inside: String) async {
        #expect(await drawn(file: "\(Self.head)\(inside)</svg>") == nil)
    }

    /// Each filter needs surfaces of the size of the picture.
    @Test func `a calendar of three hundred filters is drawn in time`() async {
        let function = #"<feComponentTransfer><feFuncR type="linear" slope=".8"/></feComponentTransfer>"#
        let day = #"<g filter="url(#f)"><path d="M0 0l9 5l-9 5l-9 -5z" fill="green"/></g>"#
        let days = (0..<300).map { number in
            #"<g transform="translate(\#(20 + number % 40 * 11) \#(20 + number / 40 * 15))">\#(day)</g>"#
        }
        let head = #"<svg xmlns="http://www.w3.org/2000/svg" width="480" height="400">"#
        #expect(await drawn(file: #"\#(head)<filter id="f">\#(function)</filter>\#(days.joined())</svg>"#) != nil)
    }

    @Test func `a filter of many threads is drawn`() async throws {
        let blur = #"<filter id="f"><feGaussianBlur stdDeviation="3"/></filter>"#
        #expect(await drawn(blur + #"<rect x="50" y="20" width="100" height="50" filter="url(#f)"/>"#) != nil)
    }

    @Test(arguments: [
        #"<image width="100" height="100" xlink:href="FILE"/>"#,
        #"<image width="100" height="100" href="file://FILE"/>"#,
        #"<image width="100" height="100" href="http://127.0.0.1:9/x.png"/>"#, #"<use href="file://FILE#a"/>"#,
        #"<style>@import url("file://FILE");</style>"#, #"<script href="file://FILE">while (true) {}</script>"#,
        #"<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://FILE" parse="text"/>"#,
        #"<text y="50" style="font-family: x; src: url(file://FILE)"></text>"#,
        #"<foreignObject width="99"><img xmlns="http://www.w3.org/1999/xhtml" src="FILE"/></foreignObject>"#,
        #"<style>@media all{@import url("file://FILE");}rect{background:url(file://FILE)}</style>"#,
        #"<rect onload="alert(1)"/><a href="javascript:alert(1)"></a>"#,
    ])
    func `what it refers to is not loaded`(inside: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "svg-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "x.png")
        try #require(await drawn(#"<rect width="9" height="9"/>"#)).bytes.write(to: file)
        let empty = try #require(await drawn(""))
        let png = try #require(await drawn(inside.replacing("FILE", with: file.path)))
        #expect(png.bytes == empty.bytes)
    }

    /// Entities that stand for ten of the one before.
    private static var entities: String {
        let names = (1..<12).map { "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 - 1);", count: 10))\">" }
        return "<!DOCTYPE svg [<!ENTITY a0 \"ha\">\(names.joined())]>\(head)<text>&a11;</text></svg>"
    }

    /// Groups that show the one before twice.
    private static var copies: String {
        let groups = (1..<40).map { ##"<g id="g\##($0)"><use href="#g\##($0 - 1)"/><use href="#g\##($0 - 1)"/></g>"## }
        return ##"\##(head)<rect id="g0" width="200" height="100"/>\##(groups.joined())<use href="#g39"/></svg>"##
    }

    /// Newer versions of librsvg limit the octaves of one primitive, but not the primitives.
    private static var turbulences: String {
        let primitives = String(repeating: #"<feTurbulence numOctaves="100000" baseFrequency=".1"/>"#, count: 2_000)
        return #"\#(head)<filter id="f">\#(primitives)</filter><rect width="200" height="100" filter="url(#f)"/></svg>"#
    }

    private static var noise: String {
        let filter = #"<filter id="f"><feTurbulence baseFrequency="9"/></filter>"#
        let rectangle = #"<rect width="1000" height="1000" filter="url(#f)"/>"#
        return #"<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000">\#(filter)\#(rectangle)</svg>"#
    }

    private static let fileEntity = #"<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>"#

    private static let hostile: [String: String] = [
        "no picture": "<html><body>Sign in</body></html>",
        "nothing": "",
        "its beginning": "\(head)<rect width=",
        "entities of entities": entities,
        "an entity that is a file": "\(fileEntity)\(head)<text y=\"20\">&a;</text></svg>",
        "a million groups in each other": "\(head)\(String(repeating: "<g>", count: 1_000_000))",
        "a billion by a billion": #"<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"></svg>"#,
        "copies of copies": copies,
        "a filter of endless turbulence": turbulences,
        "a picture of noise": noise,
        "a very long text": "\(head)<text y=\"50\">\(String(repeating: "word ", count: 1_000_000))</text></svg>",
    ]

    @Test(arguments: hostile.keys.sorted())
    func `a worker that fails or reaches a limit gives no picture for`(_ name: String) async throws {
        #expect(await drawn(file: try #require(Self.hostile[name])) == nil)
    }

    private static var pattern: String {
        let pattern = ##"<pattern id="p" width="9" height="9"><rect width="9" height="9" fill="url(#p)"/></pattern>"##
        return ##"\##(pattern)<rect width="99" height="99" fill="url(#p)"/>"##
    }

    private static var gradients: String {
        (0..<1_000).map { number in
            ##"<linearGradient id="l\##(number)"><stop stop-color="red"/></linearGradient>"##
                + ##"<rect width="200" height="100" fill="url(#l\##(number))"/>"##
        }.joined()
    }

    private static let harmless: [String: String] = [
        "a group in itself": ##"<g id="a"><use href="#a"/></g>"##,
        "a pattern in itself": pattern,
        "endless dashes": #"<path d="M0 0L1000000 0" stroke="red" stroke-dasharray=".0001"/>"#,
        "a thousand gradients": gradients,
    ]

    @Test(arguments: harmless.keys.sorted()) func `this is drawn:`(_ name: String) async throws {
        #expect(await drawn(try #require(Self.harmless[name])) != nil)
    }

    private static let outcomes: [(String, SVGRenderer.Result)] = [
        ("exit 0", .failed), ("printf x", .failed), ("cat", .failed), ("exit 2", .failed), ("exit 3", .failed),
        ("exit 5", .failed), ("printf '\\211PNG\\r\\n\\032\\n'; exit 1", .failed), ("kill -SEGV $$", .failed),
        ("kill -PROF $$", .stopped),
        ("exit 4", .unavailable), ("kill -ALRM $$", .unavailable), ("kill -KILL $$", .unavailable),
    ]

    @Test(arguments: outcomes)
    func `a worker that fails draws nothing, and its end says why`(
        script: String, result: SVGRenderer.Result
    ) async throws {
        let fake = try FakeWorker(script)
        #expect(await SVGRenderer(path: fake.worker.path).draw(Data("<svg/>".utf8), isDark: false) == result)
    }

    @Test func `a worker that is missing or too late says nothing about the picture`() async throws {
        #expect(await SVGRenderer(path: "/nowhere").draw(Data(), isDark: false) == .unavailable)
        var late = SVGRenderer(path: try FakeWorker("sleep 1000").worker.path)
        late.deadline = .zero
        #expect(await late.draw(Data(), isDark: false) == .unavailable)
    }

    @Test func `a picture that computes without an end uses up its time`() async {
        #expect(await renderer.draw(Data(Self.turbulences.utf8), isDark: false, milliseconds: 50) == .stopped)
    }

    @Test func `cancelling kills the worker`() async throws {
        let fake = try FakeWorker("echo $$ > \"$0.pid\"; exec sleep 1000")
        let drawing = Task { await SVGRenderer(path: fake.worker.path).png(of: Data("<svg/>".utf8)) }
        let process = try await fake.processID()
        drawing.cancel()
        #expect(await drawing.value == nil)
        #expect(kill(process, 0) == -1 && errno == ESRCH)
    }

    // MARK: The client

    private let transport = ScriptedTransport()

    private func client(cache: PictureCache? = nil) -> PictureClient {
        PictureClient(server: .gitHub, transport: transport, cache: cache, svg: renderer)
    }

    private func answer(_ svg: String, times: Int = 1) {
        let step = ScriptedTransport.Step.response(
            status: 200, headers: ["content-type": "image/svg+xml; charset=utf-8"], body: Data(svg.utf8))
        for _ in 0..<times { transport.add(step) }
    }

    @Test func `an SVG with colors for both schemes is drawn and cached for each`() async throws {
        let disk = try TemporaryFolder.ofCache()
        let url = try #require(URL(string: "https://pictures.example/badge.svg"))
        let scheme = ColorScheme()
        func picture() async throws -> Data {
            let client = PictureClient(
                server: .gitHub, transport: transport, cache: PictureCache(folder: disk.pictures), svg: renderer,
                colorScheme: scheme)
            return try await client.bytes(at: url)
        }
        let style = "<style>rect{fill:#000}@media (prefers-color-scheme: dark){rect{fill:#fff}}</style>"
        answer(Self.head + style + Self.ground + "</svg>", times: 2)
        let light = try await picture()
        scheme.isDark = true
        let dark = try await picture()
        #expect(light != dark)
        #expect(try await picture() == dark)
        scheme.isDark = false
        #expect(try await picture() == light)
        #expect(transport.requests.count == 2)
    }

    @Test func `another SVG is requested once for both color schemes`() async throws {
        let disk = try TemporaryFolder.ofCache()
        let url = try #require(URL(string: "https://pictures.example/badge.svg"))
        answer(Self.head + Self.ground + "</svg>")
        for isDark in [false, true] {
            let client = PictureClient(
                server: .gitHub, transport: transport, cache: PictureCache(folder: disk.pictures), svg: renderer,
                colorScheme: ColorScheme(isDark: isDark))
            #expect(PNG(try await client.bytes(at: url)).natural == [200, 100])
        }
        #expect(transport.requests.count == 1)
    }

    @Test func `an SVG arrives as a PNG, which is cached`() async throws {
        let disk = try TemporaryFolder.ofCache()
        let url = try #require(URL(string: "https://pictures.example/badge.svg"))
        answer(Self.head + Self.ground + "</svg>")
        let picture = try await client(cache: PictureCache(folder: disk.pictures)).bytes(at: url)
        #expect(PNG(picture).natural == [200, 100])
        #expect(try await client(cache: PictureCache(folder: disk.pictures)).bytes(at: url) == picture)
        #expect(transport.requests.count == 1)
    }

    @Test func `one that cannot be drawn fails for good`() async throws {
        let url = try #require(URL(string: "https://pictures.example/badge.svg"))
        answer("<svg")
        await #expect(throws: CatalogFailure.unreadable(code: "svg")) { try await client().bytes(at: url) }
    }
}
