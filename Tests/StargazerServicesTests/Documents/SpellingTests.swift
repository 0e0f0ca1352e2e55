import Foundation
import TestSupport
import Testing

@testable import StargazerCore
@testable import StargazerServices

/// Words with a wrong letter.
struct SpellingTests {
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

    private func found(_ text: String, asTyped: Bool = false) async throws -> (ids: [String], FavoritesResult) {
        let result = try await search.favorites(
            FavoritesQuery(text: text, order: .best), reading: 10, asTyped: asTyped)
        return (result.first.map(\.favorite.id.id), result)
    }

    @Test(arguments: [
        ("kubrnetes", "kubernetes"), ("kubenretes", "kubernetes"), ("kuberneetes", "kubernetes"),
        ("kubernetex", "kubernetes"), ("Kubrnétes", "kubernetes"),
    ])
    func `a word that no favorite has is looked up one letter away`(typed: String, meant: String) async throws {
        await save([1: "runs kubernetes", 2: "other"])
        let (ids, result) = try await found("\(typed) tool:x is:starred OR \(typed)")
        #expect(result.spelling == nil && ids == [], "a word next to OR is no word that must match")
        let (one, corrected) = try await found("runs \(typed)")
        #expect(one == ["1"])
        #expect(corrected.spelling == CorrectedSpelling(text: "runs \(meant)", words: [meant]))
        let (typedOnly, asTyped) = try await found("runs \(typed)", asTyped: true)
        #expect(typedOnly == ["1"] && asTyped.spelling == nil)
        #expect(try await found(typed, asTyped: true).ids == [])
    }

    @Test(arguments: ["xubernetes", "kubrntes", "\"kubrnetes\"", "kub", "cat", "ame2", "runs"])
    func `other words stay as they are`(typed: String) async throws {
        await save([1: "runs kubernetes cats names"])
        #expect(try await found(typed).1.spelling == nil)
    }

    @Test func `the more frequent word is meant`() async throws {
        await save([1: "larch", 2: "march", 3: "match", 4: "match"])
        #expect(try await found("maxch").1.spelling?.words == ["match"])
        #expect(try await found("matchx").1.spelling?.words == ["match"])
        #expect(try await found("marcch").1.spelling?.words == ["march"])
        #expect(try await found("mattch marchh").1.spelling?.text == "match march")
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
        func words() -> [String]? { if case .rows(let content) = model.phase { content.correctedWords } else { nil } }
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
