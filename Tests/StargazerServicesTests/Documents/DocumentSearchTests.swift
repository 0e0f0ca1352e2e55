import Foundation
import StargazerCore
@testable import StargazerLibrary
import Testing

@testable import StargazerServices

@Suite("Search in documents")
struct DocumentSearchTests {
    private let store: DocumentDatabase
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        store = folder.documents
    }

    @Test func `words of different fields are found together`() async {
        await store.index([
            fields(
                1, "octo/fast-parser", topics: ["json"], description: "Reads files", note: "for work", tags: ["later"])
        ])
        await store.save([readme(1, "# About\nWritten in Rust.")])
        for query in ["parser json rust", "work rust", "later reads fast", "octo files", "json work later wri"] {
            #expect(await store.numbers(query) == [1], "\(query)")
        }
        #expect(await store.numbers("parser missing") == [1], "a word that no item has does not count")
        #expect(await store.search("missing par json", offset: 0, limit: 9).missing == ["missing", "par"])
        #expect(await store.numbers("missing") == [])
        #expect(await store.numbers("") == [])
    }

    @Test func `a title is better than a field and a field better than a text`() async {
        let filler = String(repeating: "filler text here\n", count: 60)
        await store.index([
            fields(1), fields(2), fields(3, description: "parser"), fields(4, tags: ["parser"]), fields(5, "parser"),
            fields(6, note: "parser"), fields(7, topics: ["parser"]),
        ])
        await store.save([readme(1, filler + "parser"), readme(2, "parser\n" + filler)])
        #expect(await store.numbers("parser") == [5, 4, 7, 3, 6, 2, 1])
        let ranks = await store.search("parser", offset: 0, limit: 9).matches.map(\.rank)
        #expect(ranks == ranks.sorted(by: >))
    }

    @Test func `a canceled search does not close the store for others`() async {
        let store = DocumentDatabase.inMemory()
        await store.save((1...400).map { readme($0, "word number\($0) and more words of a text") })
        for turn in 0..<500 {
            let search = Task { _ = await store.search("word text", offset: 0, limit: .max) }
            for _ in 0..<turn % 20 { await Task.yield() }
            search.cancel()
            await search.value
        }
        // A store in memory that was closed is empty.
        #expect(await store.usage().documents == 400)
    }

    @Test func `a word matches its other forms, which count less`() async {
        await store.save([
            readme(1, "An editor for photos"), readme(2, "Editing a photo"), readme(3, "edit photos"),
            readme(4, "edition of photographs"), readme(5, "the credit photo"),
        ])
        #expect(await store.numbers("editing photo").first == 2)
        #expect(Set(await store.numbers("editing photo")) == [1, 2, 3, 4])
        #expect(await store.numbers("\"editing\" photo ") == [2])
        #expect(await store.lines("editing photo").contains("[edit] [photos]"))
    }

    @Test func `small words like of do not count next to others`() async {
        await store.save([readme(1, "size in bytes"), readme(2, "of the")])
        #expect(await store.numbers("the size of bytes") == [1])
        #expect(await store.numbers("of the ") == [2])
    }

    @Test func `items with a rare word of the query are in the same list and say what they lack`() async {
        await store.index((1...30).map { fields($0, "tool", description: "common") })
        await store.save([
            readme(40, "rare seldom odd common"), readme(41, "rare seldom two words"), readme(42, "rare"),
            readme(43, "nothing"),
        ])
        let found = await store.search("the rare seldom odd common ", offset: 0, limit: 50)
        #expect(found.matches.map(\.id.id) == ["40", "41", "42"])
        #expect(found.matches.map(\.missing) == [[], ["odd", "common"], ["seldom", "odd", "common"]])
        #expect(found.total == 1)
        #expect(await store.search("common ", offset: 0, limit: 50).matches.count == 31)
        #expect(await store.search("rare seldom common ", offset: 0, limit: 1).matches.count == 1)
    }

    @Test func `words near each other are better than the same words apart`() async {
        let apart = "alpha " + String(repeating: "filler ", count: 40) + "beta "
        await store.save([
            readme(1, apart + "gamma"), readme(2, String(repeating: "filler ", count: 41) + "gamma alpha beta"),
        ])
        await store.save((3...20).map { readme($0, "other words, number\($0)") })
        #expect(await store.numbers("alpha beta") == [2, 1])
    }

    @Test func `a word that a text has more often counts more`() async {
        await store.save([
            readme(1, "needle in a haystack of straw"), readme(2, "needle next to a needle, a needle"),
        ])
        await store.save((3...20).map { readme($0, "other words, number\($0)") })
        #expect(await store.numbers("needle") == [2, 1])
    }

    @Test(arguments: [
        ("web socket", "a websocket"), ("websocket", "a web socket"), ("websocket", "a web-socket"),
        ("web-socket", "a websocket"), ("rna-seq", "rnaseq data"), ("colour", "color"), ("solarized", "solarised"),
        ("analyse", "analyzing"), ("k8s", "for kubernetes"), ("kubernetes", "k8s"), ("regular regex", "regular regexp"),
        ("db", "a database"), ("pw", "the passwords"), ("removing", "removal"), ("remove", "removal"),
        ("removal", "removes"), ("colors", "colored"), ("automatic", "automatically"), ("kubernets", "kubernetes"),
    ])
    func `other forms of a word are found, and the word itself is better`(_ typed: String, _ text: String) async {
        await store.save([readme(1, text), readme(2, typed), readme(3, "nothing else")])
        #expect(await store.numbers(typed + " ").prefix(2) == [2, 1], "\(typed)")
    }

    @Test func `at most a hundred items have only part of the words`() async {
        await store.save((1...150).map { readme($0, "rare seldom") } + [readme(200, "rare seldom common")])
        await store.index((201...900).map { fields($0, "tool", description: "common") })
        let found = await store.search("rare seldom common ", offset: 0, limit: .max)
        #expect(found.matches.count == 101)
        #expect(found.matches.contains { $0.id == documentID(200) && $0.isComplete })
    }

    @Test func `a short text about the words is better than a long one that has all words`() async {
        let list = (1...3_000).map { "word\($0)" }.joined(separator: " ") + " mouse screen keyboard"
        await store.save([readme(1, list), readme(2, "Moves the mouse from one screen to the next"), readme(3, list)])
        await store.save((4...30).map { readme($0, "something else entirely, number\($0)") })
        let found = await store.search("mouse screen keyboard", offset: 0, limit: 9)
        #expect(found.matches.compactMap { Int($0.id.id) } == [2, 1, 3])
        #expect(found.matches.map(\.isComplete) == [false, true, true])
        #expect(found.total == 2)
    }

    @Test func `a rare word counts more than a common one`() async {
        await store.index((1...20).map { fields($0, "common\($0)", description: "common words") })
        await store.index([
            fields(30, "common", description: "about unusual"), fields(31, "unusual", description: "about common"),
        ])
        #expect(await store.numbers("common unusual") == [31, 30])
    }

    @Test func `parts of the result are returned in order`() async {
        await store.index((1...9).map { fields($0, $0 < 5 ? "word" : "other", description: "word") })
        let all = await store.numbers("word")
        #expect(all == Array(1...9))
        let part = await store.search("word", offset: 3, limit: 4)
        #expect(part.matches.compactMap { Int($0.id.id) } == [4, 5, 6, 7])
        #expect(part.total == 9)
        #expect(await store.search("word", offset: 20, limit: 4).matches == [])
        #expect(await store.search("word", offset: 0, limit: 0).matches == [])
    }

    @Test func `lines are of texts and notes`() async {
        await store.index([fields(1, "needle"), fields(2), fields(3, note: "see needle")])
        await store.save([readme(2, "# Title\nA **needle** in [hay](https://needle.example)"), readme(1, "nothing")])
        #expect(await store.lines("needle") == ["no line", "see [needle]", "A [needle] in hay"])
        let lines = await store.lines("needle", of: [documentID(2), documentID(3)])
        #expect([2, 3].map { lines[documentID($0)]?.field } == [.document, .note])
    }

    @Test func `a tag that has the word is the line`() async {
        await store.index([
            fields(1, tags: ["reading list", "needle kit"]), fields(2, description: "a needle", tags: ["needle"]),
        ])
        await store.save([readme(1, "a needle in hay")])
        #expect(await store.lines("needle") == ["a [needle]", "[needle] kit"])
        let lines = await store.lines("needle", of: [documentID(1), documentID(2)])
        #expect([1, 2].map { lines[documentID($0)]?.field } == [.tag, .description])
    }

    @Test func `a line of the description comes before an equal one of the text`() async {
        await store.index([fields(1, description: "Finds needles"), fields(2, description: "needle"), fields(3)])
        await store.save([readme(1, "a needle in hay"), readme(2, "the needle and the hay"), readme(3, "needle")])
        let ids = (1...3).map(documentID)
        let lines = await store.lines("needle", of: ids)
        #expect(ids.map { lines[$0]?.field } == [.description, .description, .document])
        let better = await store.lines("needle hay", of: ids)
        #expect(ids.map { better[$0]?.field } == [.document, .document, .document])
    }

    @Test func `marks of Org files are not shown`() async {
        var text = readme(
            1,
            """
            #+TITLE: The needle
            #+OPTIONS: needle:nil
            ** A =needle= in [[https://needle.example][the /hay/ stack]], 1/2 and a*b
            """)
        text.path = "docs/README.ORG"
        await store.save([text])
        #expect(await store.lines("needle stack") == ["A [needle] in the hay [stack], 1/2 and ab"])
        #expect(await store.lines("needle") == ["The [needle]"])
    }

    @Test func `phrases are checked in the text`() async {
        await store.save([
            readme(1, "the event loop"), readme(2, "loop of an event"), readme(3, "event\nloop"),
            readme(4, "an *event*\n\n> loop"),
        ])
        await store.index([
            fields(5, "event-loop"), fields(6, "event", description: "loop"), fields(7, topics: ["event", "loop"]),
        ])
        #expect(Set(await store.numbers("\"event loop\"")) == [1, 3, 4, 5])
        #expect(Set(await store.numbers("event-loo")) == [1, 2, 3, 4, 5, 6, 7])
        #expect(Set(await store.numbers("\"event lo")) == [1, 3, 4, 5])
        #expect(Set(await store.numbers("\"event l")) == [1, 3, 4, 5])
        #expect(await store.numbers("\"event lo\"") == [])
        #expect(await store.search("\"event loop\"", offset: 1, limit: 9).total == 4)
        #expect(await store.search("\"event loop\"", offset: 0, limit: 2).total == 4)
    }

    @Test func `a search with a phrase checks a limited number`() async {
        await store.save((1...1_100).map { readme($0, "b a") })
        let none = await store.search("\"a b\"", offset: 0, limit: 50)
        #expect(none == DocumentMatches([], total: nil))
    }

    @Test func `Chinese, Japanese and Korean text is found`() async {
        await store.save([readme(1, "日本語のテスト"), readme(2, "本日は語"), readme(3, "한국어 문서")])
        #expect(await store.numbers("日本語") == [1])
        #expect(Set(await store.numbers("本")) == [1, 2])
        #expect(await store.numbers("テスト") == [1])
        #expect(await store.numbers("한국") == [3])
        #expect(await store.lines("日本") == ["[日][本]語のテスト"])
    }

    @Test func `names with symbols are found`() async {
        await store.save([
            readme(1, "C++ only"), readme(2, "C only"), readme(3, "ASP.NET and .NET"), readme(4, "C# here"),
        ])
        #expect(await store.numbers("c++") == [1])
        #expect(await store.numbers("c#") == [4])
        #expect(await store.numbers(".net") == [3])
        #expect(Set(await store.numbers("c only")) == [1, 2])
    }

    @Test func `a quotation that no item has is looked for in other forms`() async {
        await store.save([
            readme(1, "the media keys of a player"), readme(2, "keys for media"), readme(3, "wormhole codes"),
            readme(4, "exact media file"),
        ])
        let found = await store.search("\"media key\" player", offset: 0, limit: 9)
        #expect(found.matches.map(\.id.id).first == "1" && found.hasOtherForms)
        #expect(await store.numbers("\"wormhole code\"") == [3])
        #expect(await store.numbers("\"code\"") == [3])
        let exact = await store.search("\"media file\"", offset: 0, limit: 9)
        #expect(exact.matches.map(\.id.id) == ["4"] && !exact.hasOtherForms)
        #expect(await store.search("\"key media\"", offset: 0, limit: 9).matches == [])
    }

    @Test func `a quotation is never taken for a wrong spelling`() async {
        await store.save([readme(1, "swift")])
        #expect(await store.search("swfit", offset: 0, limit: 9).corrections == ["swfit": "swift"])
        #expect(await store.search("\"swfit\"", offset: 0, limit: 9).corrections == [:])
    }

    @Test func `a half-width letter is the same as a full one, also with a mark`() async {
        await store.save([readme(1, "ｶﾞｲﾄﾞ の ﬁle"), readme(2, "ガイド"), readme(3, "№5 ½")])
        #expect(Set(await store.numbers("ガイド")) == [1, 2])
        #expect(Set(await store.numbers("ｶﾞｲ")) == [1, 2])
        #expect(await store.numbers("file") == [1])
        #expect(await store.lines("ガイド").contains { $0.hasPrefix("[") })
    }

    @Test func `parts of a run of Thai letters are found`() async {
        await store.save([readme(1, "โปรแกรมแก้ไขข้อความ"), readme(2, "ข้อมูล"), readme(3, "รูปภาพ")])
        #expect(await store.numbers("แก้ไข") == [1])
        #expect(await store.numbers("ข้อความ") == [1])
        #expect(Set(await store.numbers("ข้อ")) == [1, 2])
        #expect(await store.numbers("ภาพ") == [3])
    }

    @Test func `a short prefix is looked for in texts as a whole word of two letters`() async {
        await store.save([readme(1, "go to the parser")])
        await store.index([fields(2, "gopher parser"), fields(3, "x", description: "go")])
        #expect(await store.numbers("go") == [2, 3, 1])
        #expect(await store.numbers("\"go\"") == [3, 1])
        #expect(await store.numbers("pa") == [2], "the beginning of a word in fields only")
        #expect(await store.numbers("g") == [2, 3])
        #expect(await store.numbers("gop") == [2])
        #expect(await store.numbers("go parser") == [1], "a complete word is looked for everywhere")
    }

    @Test(arguments: [
        "\"", "\"\"", "a\"b", "*", "-", "NOT", "a OR", "NEAR(a b)", "title:", "{title} : a", "a'; DROP TABLE item; --",
        "\0", "^a",
    ])
    func `typed text is no syntax`(_ query: String) async {
        await store.save([readme(1, "a text")])
        _ = await store.numbers(query)
        #expect(await store.numbers("text") == [1])
    }

    @Test func `the result is that of a search that reads everything`() async throws {
        var random = FuzzRandom(seed: 21)
        let vocabulary = [
            "swift", "swiftly", "parser", "pars", "go", "c++", "c#", ".net", "node.js", "Straße", "café", "漢字", "日本語",
            "字",
            "event", "loop", "event-loop", "a", "b", "x_y", "*bold*", "[link](https://a.example/path)", "<b>tag</b>",
            "`code`", "R&amp;D", "\n", "\n\n", "\n# ", ".",
        ]
        var words: (Int) -> String = { _ in "" }
        words = { count in (0..<random.below(count)).map { _ in random.pick(vocabulary) }.joined(separator: " ") }
        var (allFields, allTexts): ([Int: DocumentFields], [Int: String]) = ([:], [:])
        for stamp in 1...3 {
            var (newFields, newTexts): ([DocumentFields], [StoredDocument]) = ([], [])
            for number in 1...80 where !random.chance(3) {
                let new = fields(
                    number, words(3), topics: [words(2), words(2)], description: words(5), note: words(3),
                    tags: [words(2)], stamp: Int64(stamp))
                newFields.append(new)
                newTexts.append(readme(number, words(12)))
                allFields[number] = new
                allTexts[number] = newTexts.last?.text
            }
            await store.index(newFields)
            await store.save(newTexts)
            let gone = (1...80).filter { _ in random.chance(9) }
            await store.remove(gone.map(documentID))
            for number in gone {
                allFields[number] = nil
                allTexts[number] = nil
            }
        }
        try await store.expectConsistentIndex()
        let naive = NaiveDocumentSearch(allFields, allTexts)
        var found = 0
        for _ in 0..<400 {
            var query = words(4)
            if random.chance(3) { query = "\"\(query)\"" + words(2) }
            if random.chance(2) { query = String(query.dropLast(random.below(3))) }
            let numbers = await store.numbers(query)
            let matches = await store.search(query, offset: 0, limit: .max)
            if matches.hasOtherForms { continue }
            let missing = Set(matches.missing)
            #expect(Set(numbers) == naive.numbers(query, without: missing), "\(query)")
            #expect(Set(numbers).count == numbers.count)
            found += numbers.count
        }
        #expect(found > 1_000)
    }
}
