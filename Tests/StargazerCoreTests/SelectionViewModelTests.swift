import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct SelectionViewModelTests {
    private let time = ManualTime()
    private let account = ScriptedAccount()

    private func scene(_ favorites: [Favorite]) async -> (StarsFixture, SelectionViewModel) {
        let scene = await StarsFixture(favorites, account: account, time: time)
        return (scene, selection(scene, isFavorites: true))
    }

    private func selection(_ scene: StarsFixture, isFavorites: Bool = false) -> SelectionViewModel {
        let selection = SelectionViewModel(
            isFavorites: isFavorites, flags: ItemFlagSource(favoritesModel: scene.favoritesModel, stars: scene.stars),
            formats: .sample(), time: time.source)
        selection.item = { id in Int(id.id).map { .sample($0) } }
        return selection
    }

    private func rows(_ library: MemoryLibrary) async throws -> SelectedRows {
        .favorites(try await library.favorites(FavoritesQuery(), reading: 0).rows)
    }

    @Test func `one selected row is no set`() async throws {
        let (scene, selection) = await scene([.sample(1), .sample(2)])
        selection.rowsChanged(.items([.sample(1)]))
        #expect(!selection.isActive)
        selection.rowsChanged(try await rows(scene.library))
        #expect(selection.isActive && selection.count.text == "2")
    }

    @Test func `several rows are summarized by languages and dates`() async throws {
        func favorite(_ number: Int, _ language: String?, pushed: TimeInterval?, added: TimeInterval) -> Favorite {
            Favorite(
                item: .sample(number) {
                    $0.language = language
                    $0.pushedAt = pushed.map { Date(timeIntervalSince1970: $0) }
                }, addedAt: Date(timeIntervalSince1970: added))
        }
        let (scene, selection) = await scene([
            favorite(1, "C", pushed: 1_600_000_000, added: 1_700_000_000),
            favorite(2, "Rust", pushed: nil, added: 1_740_000_000),
            favorite(3, "Rust", pushed: 1_650_000_000, added: 1_700_000_000), favorite(4, nil, pushed: nil, added: 0),
        ])
        // Newest first: without the last.
        let all = try await scene.library.favorites(FavoritesQuery(), reading: 0).rows
        selection.rowsChanged(.favorites(Array(all.prefix(3))))
        await eventually { selection.summary != nil }
        #expect(selection.summary?.languages.map { "\($0.name) \($0.count.text)" } == ["Rust 2", "C 1"])
        #expect(selection.summary?.added.map { [$0.first, $0.last] } == ["Nov 2023", "Feb 2025"])
        #expect(selection.summary?.pushed.map { [$0.first, $0.last] } == ["Sep 2020", "Apr 2022"])
        #expect(selection.summary?.hasPictures == false && !selection.offersPictures)
        selection.rowsChanged(.favorites(Array(all.prefix(1))))
        #expect(selection.summary == nil)
    }

    @Test func `favorites that are not loaded are removed in one transaction and restored by one undo`() async throws {
        let (scene, selection) = await scene((1...60).map { .starred($0, $0 <= 3) })
        selection.rowsChanged(try await rows(scene.library))
        selection.toggleFavorites()
        await eventually { scene.favoritesModel.lastRemoval?.count == 60 }
        #expect(scene.library.favorites.isEmpty)
        #expect(scene.library.log.count { $0.hasPrefix("remove") } == 1)
        #expect(account.written == "")
        scene.favoritesModel.undo.undo()
        await scene.favoritesModel.undo.settled()
        await eventually { scene.library.favorites.count == 60 }
        await scene.outbox.settled()
        #expect(scene.library.favorites.map(\.addedAt) == (1...60).reversed().map { Favorite.sample($0).addedAt })
        #expect(account.written == "")
    }

    @Test func `the stars of removed favorites are removed when undo is no longer offered`() async throws {
        let (scene, selection) = await scene([.starred(1), .starred(2, false), .starred(3)])
        selection.rowsChanged(try await rows(scene.library))
        selection.remove()
        await eventually { scene.favoritesModel.lastRemoval?.count == 3 }
        scene.favoritesModel.undo.messageEnded()
        await eventually { account.written.count == 5 }
        #expect(Set(account.written.split(separator: " ")) == ["-1", "-3"])
    }

    @Test(arguments: [true, false])
    func `removing more than twenty stars asks first, with the number and the time`(isConfirmed: Bool) async throws {
        let (scene, selection) = await scene((1...80).map { .starred($0, $0 <= 61) })
        selection.rowsChanged(try await rows(scene.library))
        selection.remove()
        await eventually { selection.confirmation != nil }
        #expect(selection.confirmation?.stars.text == "61")
        #expect(selection.confirmation?.favorites.text == "80")
        #expect(selection.confirmation?.minutes == 2)
        #expect(scene.library.favorites.count == 80)
        selection.respond(isConfirmed)
        #expect(selection.confirmation == nil)
        await scene.favoritesModel.settled()
        #expect(scene.library.favorites.count == (isConfirmed ? 0 : 80))
    }

    @Test func `twenty stars are removed without a question`() async throws {
        let (scene, selection) = await scene((1...20).map { .starred($0) })
        selection.rowsChanged(try await rows(scene.library))
        selection.remove()
        await eventually { scene.library.favorites.isEmpty }
        #expect(selection.confirmation == nil)
    }

    @Test func `results are added together, and removed when all of them are favorites`() async {
        let (scene, _) = await scene([.starred(2)])
        let selection = selection(scene)
        selection.rowsChanged(.items([.sample(1), .sample(2), .sample(3)]))
        #expect(selection.offersStars && !selection.areAllFavorites)
        selection.toggleFavorites()
        await eventually { scene.library.favorites.count == 3 && scene.favoritesModel.contains(.sample(3)) }
        await eventually { account.written == "+1 +3" }
        #expect(scene.library.log.contains("add 1 3"))
        await eventually { !selection.offersStars && selection.areAllFavorites }
        selection.toggleFavorites()
        await eventually { scene.library.favorites.isEmpty }
    }

    @Test func `one undo takes back what was added together, and no more`() async throws {
        let (scene, _) = await scene([.starred(2)])
        let selection = selection(scene)
        selection.rowsChanged(.items([.sample(1), .sample(2), .sample(3), .sample(4)]))
        selection.toggleFavorites()
        await eventually { scene.library.favorites.count == 4 && scene.favoritesModel.contains(.sample(4)) }
        await eventually { scene.favoritesModel.undo.report?.change.count == 3 }
        scene.favoritesModel.undo.undo()
        await scene.favoritesModel.undo.settled()
        await eventually { scene.library.favorites.map(\.id) == [.sample(2)] }
        scene.favoritesModel.undo.redo()
        await scene.favoritesModel.undo.settled()
        await eventually { scene.library.favorites.count == 4 }
    }

    @Test func `what could not be added together is not offered for undo`() async {
        let (scene, _) = await scene([])
        let selection = selection(scene)
        selection.rowsChanged(.items([.sample(1), .sample(2)]))
        scene.library.failNext(.diskFull)
        selection.toggleFavorites()
        await eventually { scene.favoritesModel.problem?.failure == .diskFull }
        await scene.favoritesModel.settled()
        #expect(!scene.favoritesModel.undo.canUndo)
    }

    @Test func `favorites are starred together, except those that are`() async throws {
        let (scene, selection) = await scene([.starred(1, nil), .starred(2), .starred(3, false)])
        selection.rowsChanged(try await rows(scene.library))
        selection.star()
        await eventually { account.written.count == 5 }
        #expect(Set(account.written.split(separator: " ")) == ["+1", "+3"])
        #expect(scene.library.favorites.count == 3)
    }

    @Test func `links come in the order of the list`() async throws {
        let favorites = (1...3).map { number in
            Favorite.sample(number) { $0.webURL = URL(string: "https://example.com/\(number)") }
        }
        let (scene, selection) = await scene(favorites)
        selection.rowsChanged(try await rows(scene.library))
        var links: [String] = []
        selection.withLinks { links = $0 }
        await eventually { !links.isEmpty }
        #expect(links == [3, 2, 1].map { "https://example.com/\($0)" })
    }

    @Test func `a table has links and descriptions, in which nothing is markup`() async throws {
        let favorites = (1...2).map { number in
            Favorite.sample(number) {
                $0.webURL = URL(string: "https://example.com/\(number)")
                $0.summary = "a|b\n*\(number)*"
            }
        }
        let (scene, selection) = await scene(favorites)
        selection.rowsChanged(try await rows(scene.library))
        var lines: [Substring] = []
        selection.withTable((name: "Name", summary: "Description")) { table, _ in lines = table.split(separator: "\n") }
        await eventually { !lines.isEmpty }
        #expect(lines.prefix(2) == ["| Name | Description |", "| --- | --- |"])
        let links = lines.dropFirst(2).map { $0.split(separator: " | ").first.map(String.init) ?? "" }
        #expect(links.map { $0.hasSuffix("](https://example.com/2)") } == [true, false])
        #expect(lines.dropFirst(2).allSatisfy { $0.contains("a\\|b") && $0.contains("\\*") })
    }

    @Test(arguments: [(2, "few 2"), (10, "few 10"), (11, "many 11"), (50, "many 50"), (51, "at most 50")])
    func `pages open at once, after a question, or not at all, depending on their number`(
        count: Int, expected: String
    ) async throws {
        let favorites = (1...count).map { number in
            Favorite.sample(number) { $0.webURL = URL(string: "https://example.com/\(number)") }
        }
        let (scene, selection) = await scene(favorites)
        selection.rowsChanged(try await rows(scene.library))
        var answer = ""
        selection.withPages { pages in
            answer =
                switch pages {
                case .few(let links): "few \(links.count)"
                case .many(let links, let number): links.count == number.number ? "many \(number.text)" : "wrong"
                case .tooMany(let limit): "at most \(limit.text)"
                }
        }
        await eventually { !answer.isEmpty }
        #expect(answer == expected)
    }

    @Test func `a very large set is removed in a few transactions`() async throws {
        let (scene, selection) = await scene((1...2_500).map { .starred($0, nil) })
        selection.rowsChanged(try await rows(scene.library))
        selection.remove()
        await eventually { scene.favoritesModel.lastRemoval?.count == 2_500 }
        #expect(scene.library.log.count { $0.hasPrefix("remove") } == 3)
    }
}
