import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore
@testable import StargazerServices

/// Favorites are found by the words of their documents.
struct FavoritesSearchTests {
    private let library = MemoryLibrary((1...6).map { .sample($0) })
    private let documents = DocumentDatabase.inMemory()
    private var search: FavoritesSearch { FavoritesSearch(library: library, documents: documents) }

    private func save(_ texts: [Int: String]) async {
        await DocumentIndexer.update(documents, from: library)
        await documents.save(
            texts.map {
                StoredDocument(id: Favorite.sample($0).id, text: $1, version: "1", fetchedAt: .distantPast)
            })
    }

    private func found(_ text: String, _ scope: FavoritesScope = .all, order: FavoritesOrder = .best) async throws
        -> (rows: [String], partialCount: Int)
    {
        let query = FavoritesQuery(text: text, order: order, scope: scope)
        let answer = try await search.favorites(query, reading: 10)
        let names = Dictionary(answer.first.map { ($0.row, $0.favorite.id.id) }) { first, _ in first }
        return (answer.rows.map { names[$0] ?? "?" }, answer.partialCount)
    }

    @Test func `words of texts and of fields are found together, the best first`() async throws {
        await save([2: "filler\n\nA tool that shows the percentage of copied data", 4: "percentage", 5: "other"])
        #expect(try await found("percentage copied").rows == ["2", "4"])
        #expect(try await found("percentage copied").partialCount == 1)
        #expect(try await found("percentage").rows.sorted() == ["2", "4"])
        #expect(try await found("\"copied data\"").rows == ["2"])
    }

    @Test func `qualifiers and scopes restrict what texts match`() async throws {
        await save([1: "needle", 3: "needle"])
        let ids = try await found("needle").rows
        #expect(Set(ids) == ["1", "3"])
        #expect(try await found("needle user:nobody").rows == [])
        #expect(try await found("needle", .catalog(.people)).rows == [])
        #expect(try await found("needle NOT is:starred").rows.sorted() == ["1", "3"])
    }

    @Test func `favorites with part of the words are in one list with the others in order of best match`() async throws
    {
        let list = (1...900).map { "word\($0)" }.joined(separator: " ") + " alpha beta gamma"
        await save([1: list, 2: "alpha beta", 3: "other", 4: "other", 5: "other", 6: "other"])
        let answer = try await found("alpha beta gamma")
        #expect(answer.rows == ["2", "1"])
        #expect(answer.partialCount == 1)
        #expect(try await found("alpha beta gamma user:nobody").rows == [])
        let newest = try await found("alpha beta gamma", order: .sorted(ItemOrder(.added)))
        #expect(newest.rows == ["1"] && newest.partialCount == 0)
    }

    @Test func `a word that no favorite has does not count, except in parts of names`() async throws {
        await save([1: "alpha beta", 2: "alpha", 3: "alpha"])
        #expect(try await found("alpha unheard").rows.sorted() == ["1", "2", "3"])
        #expect(try await found("unheard").rows == [])
        for name in ["ame2", "wner/name2"] {
            #expect(try await found("\(name) alpha").rows.first == "2")
            let newest = try await found("\(name) alpha", order: .sorted(ItemOrder(.added)))
            #expect(newest.rows == ["2"])
        }
    }

    @Test func `a word that no favorite has is said, also where another is searched for`() async throws {
        await save([1: "screen magnifier tool", 2: "a magnifier"])
        func answer(_ text: String) async throws -> FavoritesResult {
            try await search.favorites(FavoritesQuery(text: text, order: .best), reading: 10)
        }
        #expect(try await answer("screen").unknownWords == [])
        let unknown = try await answer("the Leftover screen ame2")
        #expect(unknown.unknownWords == ["Leftover"] && unknown.spelling == nil)
        let corrected = try await answer("Screen magnifer leftover")
        #expect(corrected.unknownWords == ["magnifer", "leftover"])
        #expect(corrected.spelling?.text == "Screen magnifier leftover")
        #expect(
            corrected.spelling?.parts.map { $0.isCorrected ? "[\($0.text)]" : $0.text }.joined()
                == "Screen [magnifier] leftover")
        #expect(try await answer("\"magnifer\" screen").spelling == nil)
    }

    @MainActor @Test func `rows say which words they lack, and the count how many do`() async throws {
        let list = (1...900).map { "word\($0)" }.joined(separator: " ") + " alpha beta"
        await save([1: list, 2: "alpha alpha", 3: "beta of gamma", 4: "other"])
        let writer = LibraryWriter.attached(to: library)
        let time = ManualTime()
        let flags = ItemFlagSource(favoritesModel: await .sample(library, time, writer: writer))
        let model = FavoritesViewModel(
            flags: flags, documents: documents, catalogs: [], formats: .sample(), time: time.source)
        model.shown(true)
        model.queryChanged("alpha of beta ")
        await eventually { model.rows.rows.count == 3 }
        let rows = model.rows.rows.compactMap { model.rows.content(of: $0) }
        #expect(
            Dictionary(uniqueKeysWithValues: rows.map { ($0.id.id, $0.missingWords) }) == [
                "1": [], "2": ["beta"], "3": ["alpha"],
            ])
        guard case .rows(let content) = model.phase else { return #expect(Bool(false)) }
        let count = FavoritesCountContent(content, of: nil)
        #expect(count.shown?.number == 1 && count.partial?.number == 2)
    }

    @Test func `an order by name holds for what texts match too`() async throws {
        await save([1: "needle", 2: "needle needle", 3: "needle"])
        let order = FavoritesOrder.sorted(ItemOrder(.name))
        #expect(try await found("needle", order: order).rows == ["1", "2", "3"])
    }

    @Test func `two letters are a word of a text`() async throws {
        await save([1: "with qt", 2: "a qtile", 3: "for ai"])
        #expect(try await found("qt").rows == ["1"])
        #expect(try await found("\"ai\"").rows == ["3"])
    }

    @Test func `a removed favorite is not found by its text`() async throws {
        await save([1: "needle"])
        _ = try await library.remove([Favorite.sample(1).id], sending: [])
        #expect(try await found("needle").rows == [])
    }

    @Test func `lines show what the row does not`() async throws {
        let favorite = Favorite.sample(1)
        await save([1: "# Title\n\nIt finds a *needle* in hay."])
        let lines = await search.lines(for: "needle", of: [favorite.item])
        #expect(lines[favorite.id]?.text == "It finds a needle in hay.")
        #expect(lines[favorite.id].map { MatchingLineContent($0).parts.filter(\.isMatch).map(\.text) } == ["needle"])
        #expect(await search.lines(for: favorite.item.facts.shortTitle, of: [favorite.item]) == [:])
        #expect(await search.lines(for: "user:octo", of: [favorite.item]) == [:])
    }

    @Test func `a description with the word twice is the line`() async throws {
        let text = "Runs needle clusters on a laptop, with a needle dashboard and charts"
        let favorites = [Favorite.sample(1) { $0.summary = text }, .sample(2) { $0.summary = "For a needle" }]
        let (library, time) = (MemoryLibrary(favorites), ManualTime())
        await DocumentIndexer.update(documents, from: library)
        let search = FavoritesSearch(library: library, documents: documents)
        let lines = await search.lines(for: "needle", of: favorites.map(\.item))
        #expect(favorites.map { lines[$0.id]?.field } == [.description, .description])
        let stored = try await library.favorites(FavoritesQuery(text: "needle"), reading: 9).first
        let formatted = await FavoriteRowLoader.formatted(stored, lines: lines, formats: .sample(), now: time.now)
        #expect(
            formatted.entries.map { $0.content.matchingSummary?.parts.count { $0.isMatch } }.sorted {
                $0 ?? 0 < $1 ?? 0
            }
                == [1, 2])
    }

    @Test(arguments: [
        ("swift-package-manager", "swift pack", "[swift]-[pack]age-manager"), ("RxSwift", "SWIFT", "Rx[Swift]"),
        ("Café", "cafe", "[Café]"), ("aaab", "aa aaab", "[aaab]"), ("tokio", "-tokio", nil),
        ("tokio", "\"tok io\"", "[tok][io]"),
        ("tokio", "language:tokio", nil), ("tokio", "", nil),
    ]) func `names mark what was searched for`(name: String, text: String, marked: String?) {
        let found = MatchingLineContent(name: name, containing: FavoritesSearch.wordsInNames(of: text))
        let words = found.map { $0.parts.map { $0.isMatch ? "[\($0.text)]" : $0.text }.joined() }
        #expect(words == marked)
    }

    @Test func `a line of the description marks its words there`() {
        var content = ItemContent(
            .sample(1) { $0.summary = "Needles, a needle and :rocket: unneedle" }, formats: .sample(), now: .distantPast
        )
        let before = content
        let line = "a needle and"
        content.show(
            DocumentLine(text: line, words: [line.range(of: "needle")].compactMap(\.self), field: .description))
        #expect(content.matchingLine == nil && content != before)
        #expect(content.matchingSummary?.parts.map(\.text) == ["Needles, a ", "needle", " and 🚀 unneedle"])
        #expect(content.matchingSummary?.parts.map(\.isMatch) == [false, true, false])
        #expect(content.foundLine == content.summary)
        let text = "a :rocket: needle"
        content.show(DocumentLine(text: text, words: [text.range(of: "needle")].compactMap(\.self)))
        #expect(content.foundLine == "a 🚀 needle" && content.matchingSummary == nil)
    }

    // MARK: A wrong letter

    private func spelled(_ text: String, asTyped: Bool = false) async throws -> (ids: [String], FavoritesResult) {
        let result = try await search.favorites(
            FavoritesQuery(text: text, order: .best), reading: 10, asTyped: asTyped)
        return (result.first.map(\.favorite.id.id), result)
    }

    @Test(arguments: [
        ("kubrnetes", "kubernetes"), ("kubenretes", "kubernetes"), ("kuberneetes", "kubernetes"),
        ("kubernetex", "kubernetes"), ("Kubrnétes", "kubernetes"), ("kubernetse", "kubernetes"),
    ])
    func `a word that no favorite has is looked up one letter away`(typed: String, meant: String) async throws {
        await save([1: "runs kubernetes", 2: "other"])
        let (ids, result) = try await spelled("\(typed) tool:x is:starred OR \(typed)")
        #expect(result.spelling == nil && ids == [], "a word next to OR is no word that must match")
        let (one, corrected) = try await spelled("runs \(typed)")
        #expect(one == ["1"])
        #expect(corrected.spelling == CorrectedSpelling(text: "runs \(meant)", words: [meant]))
        let (typedOnly, asTyped) = try await spelled("runs \(typed)", asTyped: true)
        #expect(typedOnly == ["1"] && asTyped.spelling == nil)
        #expect(try await spelled(typed, asTyped: true).ids == [])
    }

    @Test(arguments: [
        "xubernetes", "kbrnts", "\"kubrnetes\"", "kub", "cat", "ame2", "runs", "junk", "solarist", "solari",
    ])
    func `other words stay as they are`(typed: String) async throws {
        await save([1: "runs kubernetes cats names jun june solaris"])
        #expect(try await spelled(typed).1.spelling == nil)
    }

    @Test func `the more frequent word is meant`() async throws {
        await save([1: "larch", 2: "march", 3: "match", 4: "match"])
        #expect(try await spelled("maxch").1.spelling?.words == ["match"])
        #expect(try await spelled("mathc").1.spelling?.words == ["match"])
        #expect(try await spelled("marcch").1.spelling?.words == ["march"])
        #expect(try await spelled("mattch marchh").1.spelling?.text == "match march")
    }

    @Test(arguments: [
        ("encriptoin", "encryption"), ("porgramming", "programming"),
        ("programabel", "programmable"), ("jsno", "json"), ("kuberntes", "kubernetes"), ("rsut", "rust"),
    ])
    func `a long word may have two wrong letters`(typed: String, meant: String) async throws {
        await save([
            1: "solaris solarized encryption programming", 2: "programmable json kubernetes program", 3: "rust rest",
        ])
        #expect(try await spelled("runs \(typed)").1.spelling?.words == [meant])
    }

    @Test func `words of other scripts have the letters that they are typed with`() {
        #expect(SpellingLookup.candidates(for: "программма").contains("программа"))
        #expect(SpellingLookup.candidates(for: "漢字日本").allSatisfy { $0.hasPrefix("漢") })
        #expect(SpellingLookup.candidates(for: "abc") == [])
        #expect(SpellingLookup.candidates(for: "c++x") == [])
        #expect(SpellingLookup.candidates(for: "kubernetes").allSatisfy { WordDistance.isOneEdit("kubernetes", $0) })
    }

    @MainActor @Test func `the list says what it shows, until the text is searched for as typed`() async {
        await save([1: "runs kubernetes", 2: "runs other"])
        let writer = LibraryWriter.attached(to: library)
        let time = ManualTime()
        let flags = ItemFlagSource(favoritesModel: await .sample(library, time, writer: writer))
        let model = FavoritesViewModel(
            flags: flags, documents: documents, catalogs: [], formats: .sample(), time: time.source)
        model.shown(true)
        func words() -> [String]? {
            if case .rows(let content) = model.phase { content.spelling?.words ?? [] } else { nil }
        }
        model.queryChanged("runs kubrnetes")
        await eventually { words() == ["kubernetes"] }
        model.searchAsTyped()
        await eventually { words() == [] }
        model.queryChanged("kubrnetes runs")
        await eventually { words() == ["kubernetes"] }
        model.queryChanged("runs")
        await eventually { words() == [] && model.rows.rows.count == 2 }
    }
}
