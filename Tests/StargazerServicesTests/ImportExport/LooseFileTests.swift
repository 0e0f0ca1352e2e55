import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore
@testable import StargazerServices

/// Files that keep to no rule, as people and other programs write them.
@Suite struct LooseFileTests {
    private func read(_ data: Data) async throws -> ImportFile { try await ImportSamples.read(data) }

    private func titles(_ file: ImportFile) -> [String] {
        file.entries.map { entry in
            switch entry.target {
            case .title(let title, _, _): title
            case .favorite(let favorite): favorite.item.title
            case .id(let id): id.id
            }
        }
    }

    private static let link = #"<DT><A HREF="https://github.com/tea-lab/kettle">K</A>"#

    // MARK: Encodings

    @Test(
        arguments: [
            ("windows-1252", [0x4B, 0xFC, 0x63, 0x68, 0x65], "Küche"), ("ISO-8859-1", [0x80, 0xE9], "€é"),
            ("windows-1251", [0xD7, 0xE0, 0xE9], "Чай"), ("windows-1250", [0xE8, 0x61, 0x6A], "čaj"),
            ("Shift_JIS", [0x82, 0xA8, 0x92, 0x83], "お茶"),
            ("utf-8", [0x4B, 0xC3, 0xBC], "Kü"), ("unknown", [0x4B, 0xFC], "Kü"),
        ] as [(String, [UInt8], String)])
    func `a folder's name is read in the character set that the file names`(
        charset: String, name: [UInt8], tag: String
    ) async throws {
        let head = #"<!DOCTYPE NETSCAPE-Bookmark-file-1><META CONTENT="text/html; charset=\#(charset)"><DL><p><DT><H3>"#
        let data = Data(head.utf8) + Data(name) + Data("</H3><DL><p>\(Self.link)</DL></DL>".utf8)
        #expect(try await read(data).entries.map(\.tags) == [[tag]])
    }

    @Test func `text that is no UTF-8 is Windows-1252`() async throws {
        let list = Data("https://github.com/tea-lab/kettle caf".utf8) + Data([0xE9, 0x0A, 0x93, 0x94])
        let file = try await read(list)
        #expect(titles(file) == ["tea-lab/kettle"])
        #expect(file.skippedLines == [SkippedLine(number: 2, text: "“”")])
    }

    // MARK: Bookmarks

    @Test(arguments: [
        "<META HTTP-EQUIV=\"Content-Type\"><TITLE>Bookmarks</TITLE><H1>Bookmarks</H1><DL><p>\(link)</DL><p>",
        "<!DOCTYPE NETSCAPE-Bookmark-file-1><H1>B</H1><DL><p>\(link)", "\n  <dl>\(link)</dl>", "<h3>x</h3>\(link)",
        "<html><body><ul><li><a href='https://github.com/tea-lab/kettle'>K</a></ul></body></html>",
    ])
    func `bookmarks need no first line and no ends of lists`(text: String) async throws {
        let file = try await read(Data(text.utf8))
        #expect(file.source == .bookmarks && titles(file) == ["tea-lab/kettle"] && file.problems.isEmpty)
    }

    @Test func `a tag that is cut off is counted`() async throws {
        let file = try await read(Data("<DL><p>\(Self.link)<DT><A HREF=\"https://github.com/tea-".utf8))
        #expect(titles(file) == ["tea-lab/kettle"] && file.problems == [.invalid: 1])
    }

    @Test func `a folder's name of millions of entities costs little`() async throws {
        let name = String(repeating: "&", count: 4_000_000)
        let file = try await read(Data("<DL><p><DT><H3>\(name)</H3><DL><p>\(Self.link)</DL></DL>".utf8))
        #expect(titles(file) == ["tea-lab/kettle"])
    }

    @Test func `Firefox's own backup comes with folders, tags and dates`() async throws {
        let file = try await read(
            Data(
                #"""
                {"guid":"root________","type":"text/x-moz-place-container","children":[
                 {"guid":"menu________","title":"menu","type":"text/x-moz-place-container","children":[
                  {"guid":"aaaaaaaaaaaa","title":"Kitchen","type":"text/x-moz-place-container","children":[
                   7,{"type":"text/x-moz-place","uri":"https://github.com/tea-lab/kettle","tags":"hot,later",
                    "dateAdded":1642028884683000},
                   {"type":"text/x-moz-place","uri":"https://tea.example/"}]}]}]}
                """#.utf8))
        #expect(file.source == .bookmarks && titles(file) == ["tea-lab/kettle"])
        #expect(file.entries.first?.tags == ["Kitchen", "hot", "later"])
        #expect(file.entries.first?.addedAt == Date(timeIntervalSince1970: 1_642_028_884.683))
        #expect(file.problems == [.otherLink: 1, .invalid: 1])
    }

    // MARK: Lists

    @Test(arguments: [
        "https://github.com/tea-lab/kettle - boils water", "https://github.com/tea-lab/kettle  # mine",
        "- [kettle](https://github.com/tea-lab/kettle) - boils", "* <https://github.com/tea-lab/kettle>",
        "1. https://github.com/tea-lab/kettle.", "| [kettle](https://github.com/tea-lab/kettle) | boils | 12 |",
        "Kettle: https://github.com/tea-lab/kettle, with a lid", "(see github.com/tea-lab/kettle)",
        "[kettle](https://github.com/tea-lab/kettle)", "“https://github.com/tea-lab/kettle”", "tea-lab/kettle",
        "- tea-lab/kettle: boils", "3) tea-lab/kettle", "• tea-lab/kettle — boils", "`tea-lab/kettle`",
        "git clone git@github.com:tea-lab/kettle.git", "**[kettle](https://github.com/tea-lab/kettle)** boils",
    ])
    func `a line may have other words around an address or a name`(line: String) async throws {
        let file = try await read(Data("# Mine\n\n\(line)\n".utf8))
        #expect(file.source == .addresses && titles(file) == ["tea-lab/kettle"] && file.problems.isEmpty)
    }

    @Test func `lines that are not understood are named`() async throws {
        let file = try await read(
            Data("| name | what |\n|---|---|\n| https://github.com/tea-lab/cup | c |\n\nwords\n".utf8))
        #expect(titles(file) == ["tea-lab/cup"] && file.problems == [.otherLink: 2])
        #expect(
            file.skippedLines == [
                SkippedLine(number: 1, text: "| name | what |"), SkippedLine(number: 5, text: "words"),
            ])
    }

    // MARK: GitHub's API

    @Test(arguments: [
        #"[{"starred_at":"2024-05-01T08:00:00Z","repo":{"id":501,"full_name":"tea-lab/kettle"}}]"#,
        #"[{"id":501,"full_name":"tea-lab/kettle","license":{"key":"mit","spdx_id":"MIT"}}]"#,
        #"[[{"id":501,"full_name":"tea-lab/kettle"}],[]]"#, #"[{"id":501,"full_name":"tea-lab/kettle"}][]"#,
    ])
    func `stars as GitHub's API returns them are favorites`(text: String) async throws {
        let file = try await read(Data(text.utf8))
        #expect(file.source == .program("GitHub") && titles(file) == ["tea-lab/kettle"] && file.problems.isEmpty)
        guard case .favorite(let favorite)? = file.entries.first?.target else { return #expect(Bool(false)) }
        #expect(favorite.id.id == "501")
        if text.contains("starred_at") { #expect(favorite.addedAt == Date(timeIntervalSince1970: 1_714_550_400)) }
        if text.contains("MIT") { #expect(favorite.item.repository?.license == "MIT") }
    }

    @Test func `lists one after the other are pages of one list`() async throws {
        let page = { (id: Int) in #"[{"id":\#(id),"full_name":"tea-lab/a\#(id)","description":"][ \"][\""}]"# }
        let file = try await read(Data("\(page(1))\n\(page(2))[]\(page(3))".utf8))
        #expect(titles(file) == ["tea-lab/a1", "tea-lab/a2", "tea-lab/a3"])
    }

    @Test(arguments: [
        "../x", "x/..", "./x", "a/b/c", "/x", "x/", "a\\b/c", "a/%2e%2e", "a/b\\u0000", "a/b?c", "..", "a/ ",
    ])
    func `a name that is a path is no repository`(name: String) async throws {
        let star = #"{"id":77,"full_name":"\#(name.replacing("\\b", with: "\\\\b"))"}"#
        for text in [
            #"{"repositories":[\#(star),{"id":1,"full_name":"a/b"}]}"#, #"[\#(star),{"id":1,"full_name":"a/b"}]"#,
        ] {
            let file = try await read(Data(text.utf8))
            #expect(titles(file) == ["a/b"] && file.problems == [.invalid: 1])
        }
    }

    // MARK: Sentences

    @Test func `tags beyond the limit are counted as such`() async throws {
        let tags = (0...Tag.maxCount).map { #"{"name":"t\#($0)"}"# }
        let parts = stride(from: 0, to: tags.count, by: 500).map { start in
            #"{"repo_id":\#(start + 1),"tags":[\#(tags[start..<min(start + 500, tags.count)].joined(separator: ","))]}"#
        }
        #expect(try await read(Data("[\(parts.joined(separator: ","))]".utf8)).problems == [.tooManyTags: 1])
    }
}
