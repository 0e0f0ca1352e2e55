import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Edits drawn by a seed, all undone and all redone.
@Suite("Undo round trips", .timeLimit(.minutes(25)))
struct UndoRoundTripTests {
    /// `UNDO_SEEDS=200` runs more seeds.
    private static let seeds = 1...(ProcessInfo.processInfo.environment["UNDO_SEEDS"].flatMap(Int.init) ?? 20)
    private static let edits = 500
    private static let names = ["swift", "Swift", "gtk", "to read", "école", "ECOLE", "later", "tools"]

    private let time = ManualTime()
    private let library: LibraryDatabase
    private let items = (1...30).map { repository($0) }

    init() { library = inMemory(time: time.source) }

    private func shown() async throws -> LibraryContents { try await LibraryContents(of: library, items) }

    private func some(_ random: inout FuzzRandom) -> [Item] {
        let count = random.chance(2) ? 1 : 2 + random.below(8)
        return Array(items.shuffled(using: &random).prefix(count))
    }

    private func edit(_ random: inout FuzzRandom, _ number: Int) async throws -> LibraryEdit {
        let name = random.pick(Self.names)
        let query = SavedSearchQuery(
            text: "text \(random.below(5))", order: random.chance(2) ? nil : ItemOrder(.name))
        let searches = try await library.savedSearches().map(\.id)
        let search = searches.isEmpty ? SavedSearchID(rawValue: 1) : random.pick(searches)
        switch random.below(16) {
        case 0, 1, 2:
            let date = Date(timeIntervalSince1970: Double(1_000 * number))
            return .addFavorites(some(&random).map { Favorite(item: $0, addedAt: date) })
        case 3: return .removeFavorites(some(&random).map { FavoriteMark($0.id) })
        case 4, 5:
            return .assignTag(TagAssignment(name, isSet: true, on: some(&random).map(\.id), creates: !random.chance(4)))
        case 6: return .assignTag(TagAssignment(name, isSet: false, on: some(&random).map(\.id)))
        case 7: return .renameTag(name, to: random.pick(Self.names))
        case 8: return .colorTag(name, from: nil, to: random.chance(3) ? nil : random.pick(TagColor.allCases))
        case 9: return random.chance(2) ? .mergeTag(name, into: random.pick(Self.names)) : .deleteTag(name)
        case 10, 11: return .writeNote(random.pick(items).id, from: nil, to: random.pick(["", "a", "b \(number)"]))
        case 12:
            return .addSearch(SavedSearchFields(name: "search \(number)", source: "favorites", query: query))
        case 13:
            return random.chance(2)
                ? .deleteSearch(search, nil) : .orderSearches(searches.shuffled(using: &random), from: nil)
        case 14:
            return random.chance(2)
                ? .renameSearch(search, from: nil, to: name) : .updateSearch(search, from: nil, to: query)
        default: return .clearHistory(.repositories, hosts: [items[0].id.host])
        }
    }

    @Test(arguments: seeds)
    func `edits are undone to the first state and redone to the last`(seed: Int) async throws {
        var random = FuzzRandom(seed: UInt64(seed))
        for text in ["one", "two"] { try await library.recordQuery(text, of: .repositories) }
        try await library.saveViewedItems(Array(items.prefix(3)), of: .repositories, host: items[0].id.host)
        let first = try await shown()
        var inverses: [LibraryEdit] = []
        for number in 1...Self.edits {
            let edit = try await edit(&random, number)
            // An edit of something that is not there is refused and changes nothing.
            if let inverse = try? await library.apply(edit, sending: [], if: .none).inverse { inverses.append(inverse) }
        }
        #expect(inverses.count > Self.edits / 4)
        let last = try await shown()
        let middle = inverses.count / 2
        let redo = try await apply(inverses.reversed())
        #expect(try await shown() == first)
        let undo = try await apply(redo.reversed())
        #expect(try await shown() == last)
        #expect(undo.count == inverses.count && redo.count == inverses.count)
        // A part, back and forth.
        _ = try await apply(try await apply(undo.reversed().prefix(middle)).reversed())
        #expect(try await shown() == last)
    }

    @Test func `the undo of an old addition changes neither a newer favorite nor its star`() async throws {
        let account = OutboxAccount(host: items[0].id.host, login: "ada")
        let added = try await library.apply(
            .addFavorites([favorite(1, at: 0), favorite(2, at: 0)]), sending: [], if: .none)
        _ = try await library.remove(favorite(1).id)
        try await library.add(favorite(1, at: 5))
        let undone = try await library.apply(
            try #require(added.inverse),
            sending: items.prefix(2).map {
                OutboxChange(AccountMutation(.star, $0, isSet: false), of: account, wasSet: true, sendAt: day0)
            }, if: .unchanged)
        #expect(undone.skipped == 1)
        #expect(try await StargazerServicesTests.shown(library).map(\.id) == [favorite(1).id])
        #expect(try await library.outbox(of: account).map(\.mutation.item.id) == [favorite(2).id])
    }

    @Test func `an undo leaves what another process has changed since`() async throws {
        try await library.importFavorites((1...2).map { favorite($0) })
        let query = SavedSearchQuery(text: "swift", order: nil)
        var searches: [SavedSearchID] = []
        for name in ["a", "b", "c"] {
            let fields = SavedSearchFields(name: name, source: "favorites", query: query)
            let added = try await library.apply(.addSearch(fields), sending: [], if: .none)
            searches.append(try #require(added.search?.id))
        }
        let tag = try await library.addTag("gtk", color: nil, to: [itemID(1)]).tag
        func expectSkipped(_ edit: LibraryEdit, other: LibraryEdit) async throws {
            let inverse = try #require(try await library.apply(edit, sending: [], if: .none).inverse)
            _ = try await library.apply(other, sending: [], if: .none)
            let before = try await shown()
            #expect(try await library.apply(inverse, sending: [], if: .unchanged).skipped == 1, "\(edit)")
            #expect(try await shown() == before, "\(edit)")
        }
        try await expectSkipped(.colorTag("gtk", from: nil, to: .teal), other: .colorTag("gtk", from: nil, to: .red))
        try await expectSkipped(
            .renameTag("gtk", to: "ui"),
            other: .assignTag(TagAssignment(tag.name, isSet: true, on: [itemID(2)], creates: true)))
        try await expectSkipped(
            .orderSearches([searches[2], searches[1], searches[0]], from: nil),
            other: .orderSearches([searches[1], searches[0], searches[2]], from: nil))
        try await expectSkipped(
            .renameSearch(searches[0], from: nil, to: "d"), other: .renameSearch(searches[0], from: nil, to: "e"))
        try await expectSkipped(
            .updateSearch(searches[0], from: nil, to: SavedSearchQuery(text: "rust", order: nil)),
            other: .updateSearch(searches[0], from: nil, to: SavedSearchQuery(text: "go", order: nil)))
        let last = SavedSearchID(rawValue: searches[2].rawValue + 1)
        try await expectSkipped(
            .addSearch(SavedSearchFields(name: "f", source: "favorites", query: query)),
            other: .renameSearch(last, from: nil, to: "g"))
    }

    /// - Returns: the inverses, in the order in which the edits were applied.
    private func apply(_ edits: some Sequence<LibraryEdit>) async throws -> [LibraryEdit] {
        var inverses: [LibraryEdit] = []
        for edit in edits {
            let applied = try await library.apply(edit, sending: [], if: .unchanged)
            #expect(applied.skipped == 0, "\(edit)")
            if let inverse = applied.inverse { inverses.append(inverse) }
        }
        return inverses
    }
}
