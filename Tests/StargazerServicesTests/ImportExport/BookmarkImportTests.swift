import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Notes, dates and addresses in bookmarks and lists of addresses.
@Suite(.timeLimit(.minutes(25))) struct BookmarkImportTests {
    private func read(_ body: String) async throws -> ImportFile {
        try await ImportSamples.read("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n\(body)\n</DL><p>\n")
    }

    private func link(_ name: String, _ more: String = "") -> String {
        #"<DT><A HREF="https://github.com/o/\#(name)"\#(more)>\#(name)</A>"# + "\n"
    }

    private func titles(_ file: ImportFile) -> [String] {
        file.entries.map { entry in
            if case .title(let title, _, _) = entry.target { title } else { "?" }
        }
    }

    @Test(
        arguments: [
            ("<DD>Boils fast &amp; quietly.\nSecond line.\n", "Boils fast & quietly.\nSecond line."),
            ("<dd>  A <b>tag</b> and 2 &lt; 3, 4 < 5 <i\n>x</i>  \n", "A tag and 2 < 3, 4 < 5 x"),
            ("<DD>One<br>two<!-- <DT> no --> three\n<HR>\n", "One\ntwo three"), ("<DD>\n\n", nil), ("", nil),
            ("<HR><DD>of nothing\n", nil), ("<DD>a<DD>b\n", "a"), ("<DD>&#x27;&#39;&nbsp;&unknown;\n", "'' &unknown;"),
        ] as [(String, String?)])
    func `the description of a link is its note`(description: String, note: String?) async throws {
        let file = try await read(link("a") + description + link("b"))
        #expect(file.entries.map(\.note) == [note, nil] && titles(file) == ["o/a", "o/b"])
    }

    @Test func `descriptions of folders and of other links are no notes`() async throws {
        let other = #"<DT><A HREF="https://tea.example/">shop</A>"# + "\n<DD>Of a shop\n"
        let file = try await read(
            "<DT><H3>Kitchen</H3>\n<DD>Of a folder\n<DL><p>\n\(link("a"))\(other)\(link("b"))</DL><p>\n<DD>Of nothing")
        #expect(file.entries.map(\.note) == [nil, nil] && file.entries.map(\.tags) == [["Kitchen"], ["Kitchen"]])
        #expect(file.problems == [.otherLink: 1])
    }

    @Test func `notes of one repository are joined, each once`() async throws {
        let more = #"<DT><A HREF="https://github.com/O/A/issues">again</A>"# + "\n<DD>Two.\n"
        let file = try await read(link("a") + "<DD>One.\n" + more + more + link("a") + "<DD>One.\n")
        #expect(file.entries.map(\.note) == ["One.\n\nTwo."])
    }

    @Test(
        arguments: [
            ("1700000000", 1_700_000_000), ("1700000000000", 1_700_000_000), ("1700000000000000", 1_700_000_000),
            ("0", nil), ("-5", nil), ("x", nil), ("1e400", nil), ("", nil),
        ] as [(String, Double?)])
    func `dates are in seconds or smaller units`(text: String, seconds: Double?) async throws {
        let file = try await read(link("a", #" ADD_DATE="\#(text)""#))
        #expect(file.entries.first?.addedAt == seconds.map { Date(timeIntervalSince1970: $0) })
    }

    @Test func `the earliest date of a repository counts`() async throws {
        let dates = ["1700000005", "1700000001", "1700000009"].map { link("a", #" ADD_DATE="\#($0)""#) }
        #expect(try await read(dates.joined()).entries.map(\.addedAt) == [Date(timeIntervalSince1970: 1_700_000_001)])
    }

    @Test func `bookmarks come back as they were exported`() async throws {
        let notes = ["One\n\n  two <b> & \"three\"\n- four", "<DT>no", "a &amp; b"]
        let all =
            notes.enumerated().map { index, note in
                AnnotatedFavorite(favorite(index + 1), tags: index == 0 ? ["cli & more", "a, b"] : [], note: note)
            } + [AnnotatedFavorite(favorite(9))]
        let folder = try TemporaryFolder()
        let place = folder.root.appending(path: "a.html")
        _ = try await FavoritesFileIO(codecs: codecs).write(as: .bookmarks, to: place, now: day0) { body in
            _ = body(.heading(tags: [], searches: [])) && body(.favorites(all))
        }
        let file = try await FavoritesFileIO(codecs: codecs).read(place, now: day0)
        let found = Dictionary(uniqueKeysWithValues: zip(titles(file), file.entries))
        #expect(found.count == 4)
        for one in all {
            let entry = try #require(found[one.favorite.item.title])
            #expect(entry.note == one.note && entry.tags.sorted() == one.tags.sorted())
            #expect(
                entry.addedAt.map { Int($0.timeIntervalSince1970) } == Int(one.favorite.addedAt.timeIntervalSince1970))
        }
    }

    @Test(arguments: [
        "<DD>", "<DD>a", "<DD><", "<DD><b>", "<DD><!--", "<DT><A HREF=\"https://github.com/o/a\">x</A><DD>n<b>\n",
    ])
    func `hostile descriptions are read in time`(part: String) async throws {
        // A square would take hours.
        _ = try? await read(link("a") + String(repeating: part, count: 4_000_000 / part.utf8.count))
    }

    @Test func `a list of addresses is imported`() async throws {
        let text = """
            \u{FEFF}https://github.com/tea-lab/kettle/
            # a comment
            git@github.com:Tea-Lab/Kettle.git\r
              stargazer://repo/tea-lab/cup

            https://tea.example/
            words
            """
        let file = try await ImportSamples.read(text)
        #expect(file.source == .addresses && titles(file) == ["tea-lab/kettle", "tea-lab/cup"])
        #expect(file.problems == [.otherLink: 2] && file.entries.allSatisfy { $0.tags.isEmpty })
        #expect(try await ImportSamples.read(try #require(text.data(using: .utf16))).entries == file.entries)
    }

    @Test(arguments: ["words", "https://tea.example/\nmore", "yes and/or no\nwords\nmore\nlast", "\u{0}\u{1}"])
    func `text without an address of an item is no list`(text: String) async throws {
        await #expect(throws: FileFailure.damaged) { _ = try await ImportSamples.read(text) }
    }
}

/// The limits of files, before and while they are decoded.
@Suite(.timeLimit(.minutes(25))) struct ImportLimitTests {
    @Test func `a text beyond all bounds is refused, and a long one is cut`() async throws {
        let entry = { (text: String) in
            #"{"data":{"repositories":[{"id":1,"full_name":"o/n","description":"\#(text)"}]}}"#
        }
        await #expect(throws: FileFailure.textTooLong(limit: 1 << 20)) {
            _ = try await ImportSamples.read(entry(String(repeating: "x", count: 100_000_000)))
        }
        let file = try await ImportSamples.read(entry(String(repeating: "é", count: 400_000)))
        guard case .favorite(let favorite)? = file.entries.first?.target else {
            Issue.record("no favorite")
            return
        }
        #expect(favorite.item.repository?.summary == String(repeating: "é", count: 10_000))
    }

    @Test func `lists stop at their limit`() async throws {
        let tags = Array(repeating: #"{"name":"t"}"#, count: 999_990).joined(separator: ",")
        let file = try await ImportSamples.read(#"[{"repo_id":1,"tags":[\#(tags)]}]"#)
        #expect(file.entries.first?.tags == ["t"])
        await #expect(throws: FileFailure.tooManyEntries(limit: 1_000_000)) {
            _ = try await ImportSamples.read(#"[{"repo_id":1,"tags":[\#([tags, tags].joined(separator: ","))]}]"#)
        }
        let lists = Array(
            repeating: "[" + Array(repeating: "0", count: 900_000).joined(separator: ",") + "]", count: 12)
        await #expect(throws: FileFailure.tooManyEntries(limit: 1_000_000)) {
            _ = try await ImportSamples.read("[\(lists.joined(separator: ","))]")
        }
    }

    @Test func `many entries of one repository take no longer than others`() async throws {
        let body = (0..<100_000).map {
            #"{"repo_id":1,"tags":[{"name":"t\#($0 % 900)"}],"notes":"\#(String(repeating: "n", count: 40))\#($0)"}"#
        }.joined(separator: ",")
        // A square would take hours.
        let file = try await ImportSamples.read("[\(body)]")
        #expect(file.entries.first?.tags.count == 900)
        #expect((file.entries.first?.note?.utf8.count ?? 0) <= Note.maxLength)
    }

    @Test(arguments: ["json", "html", "txt"])
    func `reading ends when it is cancelled`(kind: String) async throws {
        let text =
            switch kind {
            case "json": "[" + (0..<90_000).map { #"{"repo_id":\#($0)}"# }.joined(separator: ",") + "]"
            case "html":
                "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>"
                    + (0..<90_000).map { #"<DT><A HREF="https://github.com/o/n\#($0)">x</A>"# }.joined() + "</DL>"
            default: (0..<90_000).map { "https://github.com/o/n\($0)" }.joined(separator: "\n")
            }
        let reading = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await ImportSamples.read(text)
        }
        await #expect(throws: FileFailure.cancelled) { _ = try await reading.value }
    }

    // MARK: Formats by the programs that write them

    @Test func `a category is a name, or the number of one`() async throws {
        let entry = { (id: Int, category: String) in
            #"{"id":\#(id),"full_name":"o/n\#(id)","custom_category":"\#(category)","custom_tags":["own"]}"#
        }
        let list = [
            entry(1, "Kitchen"), entry(2, "Web App"), entry(3, ""), entry(4, "custom-1718000000000"),
            entry(5, "custom-1"), entry(6, "web"), entry(7, "custom-made"),
        ].joined(separator: ",")
        let file = try await ImportSamples.read(
            #"""
            {"version":"1.0","data":{"repositories":[\#(list)],
             "defaultCategoryOverrides":{"web":{"name":"Web sites"},"x":null},
             "customCategories":[{"id":"custom-1718000000000","name":"Kitchen"},null,{"id":5}]}}
            """#)
        #expect(
            file.entries.map { $0.tags.filter { $0 != "own" } } == [
                ["Kitchen"], ["Web App"], [], ["Kitchen"], [], ["Web sites"], ["custom-made"],
            ])
    }

    @Test func `Astral's export is an object with names as tags`() async throws {
        let file = try await ImportSamples.read(
            #"""
            {"version":1,"exported_at":"2026-09-01T08:00:00+00:00","tags":[{"name":"kitchen"},{"name":"unused"}],
             "stars":[{"repo_id":501,"notes":"Boils *fast*.","meta":null,"tags":["kitchen","later","kitchen"]},
              {"repo_id":502,"notes":null,"tags":[]},{"repo_id":503,"notes":"","tags":[{"name":"kitchen"},7]},null],
             "smart_filters":[{"name":"Go","body":{}}]}
            """#)
        #expect(file.source == .program("Astral") && file.problems == [.smartFilter: 1, .invalid: 1])
        #expect(file.entries.map(\.tags) == [["kitchen", "later"], [], ["kitchen"]])
        #expect(file.entries.map(\.note) == ["Boils *fast*.", nil, nil])
        await #expect(throws: FileFailure.newerVersion(2, of: "Astral")) {
            _ = try await ImportSamples.read(#"{"version":2,"stars":[{"repo_id":501}]}"#)
        }
    }
}
