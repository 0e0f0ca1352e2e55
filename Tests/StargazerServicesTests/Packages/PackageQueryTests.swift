import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// The words of packages in searches of favorites.
struct PackageQueryTests {
    private static let favorites: [(String, String?, Bool)] = [
        ("sharkdp/hexyl", nil, false), ("neovim/neovim", "https://neovim.io", false),
        ("someone/neovim", "https://neovim.io", true), ("neovim/neovim.github.io", "https://neovim.io", false),
        ("fmtlib/fmt", "https://fmt.dev", false), ("dandavison/delta", nil, false),
        ("git/git", "https://git-scm.com", false),
        ("someone/hexyl", "https://github.com/sharkdp/hexyl", false),
    ]

    private func library(_ packages: MachinePackageIndex?) async throws -> LibraryDatabase {
        let library = LibraryDatabase.inMemory(codecs: codecs, packages: packages?.stateSource)
        for (number, (name, homepage, isFork)) in Self.favorites.enumerated() {
            let path = try path(name)
            let facts = Repository(
                owner: path.owner.text, name: path.name.text, homepage: homepage.flatMap { URL(string: $0) },
                isFork: isFork)
            let id = ItemID(catalog: .repositories, host: "api.github.com", id: "\(number)")
            try await library.add(
                Favorite(
                    item: Item(id: id, facts: facts), addedAt: day0.addingTimeInterval(Double(number)),
                    isStarredOnServer: nil))
        }
        return library
    }

    private func found(_ text: String, _ library: LibraryDatabase) async throws -> String {
        let result = try await library.favorites(
            FavoritesQuery(text: text, order: .sorted(ItemOrder(.name))), reading: .max)
        return result.first.map(\.favorite.item.title).joined(separator: " ")
    }

    @Test func `the words find what this machine has`() async throws {
        let sample = try SampleMachine()
        let library = try await library(sample.index)
        #expect(try await found("is:packaged", library) == "git/git sharkdp/hexyl neovim/neovim")
        #expect(try await found("is:library", library) == "fmtlib/fmt")
        #expect(try await found("is:installed", library) == "git/git")
        #expect(try await found("is:packaged -is:installed", library) == "sharkdp/hexyl neovim/neovim")
        #expect(
            try await found("NOT (is:packaged OR is:library) user:someone", library) == "someone/hexyl someone/neovim")
        let states = try await library.facets(of: FavoritesQuery())[.state].map { "\($0.text) \($0.count)" }
        #expect(states == ["packaged 3", "installed 1", "library 1"])
    }

    @Test(arguments: [
        ("neovim/neo", "https://neovim.io"), ("neovim/neovim", "https://neovim.io"),
        ("neovim/docs", "https://neovim.io"),
    ])
    func `the words find what the details show`(name: String, homepage: String) async throws {
        let sample = try SampleMachine()
        let index = sample.index
        let library = try await library(index)
        let path = try path(name)
        let facts = Repository(owner: path.owner.text, name: path.name.text, homepage: URL(string: homepage))
        let subject = try subject(name, homepage, id: "20")
        try await library.add(Favorite(item: Item(id: subject.id, facts: facts), addedAt: day0, isStarredOnServer: nil))
        let isShown = await index.packages(of: subject).packages != nil
        #expect(
            try await found("is:packaged user:neovim", library).split(separator: " ").contains(Substring(name))
                == isShown)
    }

    @Test func `a favorite on another server has no packages`() async throws {
        let sample = try SampleMachine()
        let library = try await library(sample.index)
        let id = ItemID(catalog: .repositories, host: "git.example", id: "20")
        let item = Item(id: id, facts: Repository(owner: "sharkdp", name: "fd"))
        try await library.add(Favorite(item: item, addedAt: day0, isStarredOnServer: nil))
        #expect(try await found("is:packaged sharkdp", library) == "sharkdp/hexyl")
    }

    @Test func `a search waits some seconds for the first index, and finds more when it is made`() async throws {
        let sample = try SampleMachine()
        let time = ManualTime()
        let gate = sample.folder.root.appending(path: "gate")
        #expect(mkfifo(gate.path, 0o600) == 0)
        try sample.setScript("read line < '\(gate.path)'; cat '\(sample.available.path)'")
        let library = try await library(sample.index(time))
        let changes = library.changes()
        let search = Task { try await found("is:packaged", library) }
        await time.advance(by: MachinePackageIndex.patience)
        #expect(try await search.value == "")
        // The script may not have opened it yet; reading as well, this does not wait for that.
        let writer = open(gate.path, O_RDWR | O_CLOEXEC)
        defer { close(writer) }
        #expect(write(writer, "\n\n\n\n", 4) == 4)
        // On a busy machine the script may have been given up. After a day it is tried again.
        repeat {
            await time.advance(by: .seconds(86_400), sleepers: 0)
        } while try await found("is:packaged", library) == ""
        for await _ in changes { break }
    }

    @Test func `what is installed later is found after the change`() async throws {
        let sample = try SampleMachine()
        let library = try await library(sample.watchingIndex)
        #expect(try await found("is:installed", library) == "git/git")
        let changes = library.changes()
        try sample.setInstalled(["hexyl", "libfmt-dev"])
        for await _ in changes where try await found("is:installed", library) != "git/git" { break }
        #expect(try await found("is:installed", library) == "fmtlib/fmt sharkdp/hexyl")
    }

    @Test func `a changed favorite is found by its new name`() async throws {
        let sample = try SampleMachine()
        defer { withExtendedLifetime(sample) {} }
        let library = try await library(sample.index)
        #expect(try await found("is:packaged sharkdp", library) == "sharkdp/hexyl")
        let id = ItemID(catalog: .repositories, host: "api.github.com", id: "0")
        try await library.refresh([Item(id: id, facts: Repository(owner: "sharkdp", name: "fd"))])
        #expect(try await found("is:packaged sharkdp", library) == "sharkdp/fd")
        try await library.remove(id)
        #expect(try await found("is:packaged sharkdp", library) == "")
    }

    @Test func `a repository with an older name in the lists is found by it`() async throws {
        let sample = try SampleMachine()
        defer { withExtendedLifetime(sample) {} }
        let index = sample.index
        let library = try await library(index)
        let id = ItemID(catalog: .repositories, host: "api.github.com", id: "20")
        func add(_ name: String) async throws {
            let facts = Repository(owner: try path(name).owner.text, name: try path(name).name.text)
            try await library.add(
                Favorite(item: Item(id: id, facts: facts), addedAt: day0, isStarredOnServer: nil))
        }
        try await add("jqlang/jq")
        #expect(try await found("is:packaged jq", library) == "")
        let subject = PackageSubject(id: id, path: try path("jqlang/jq"))
        await index.findFormerName(of: subject) { path, _ in path.description == "stedolan/jq" ? id : nil }
        #expect(try await found("is:packaged jq", library) == "jqlang/jq")
        #expect(await index.packages(of: subject).packages?.programs.map(\.name) == ["jq"])
    }

    @Test func `a rename that was seen finds packages without a request`() async throws {
        let sample = try SampleMachine()
        defer { withExtendedLifetime(sample) {} }
        let index = sample.index
        let library = try await library(index)
        let id = ItemID(catalog: .repositories, host: "api.github.com", id: "0")
        let renamed = Item(id: id, facts: Repository(owner: "hexyl-org", name: "hex"))
        // As the details do.
        try await library.refresh([renamed])
        #expect(try await found("is:packaged hex", library) == "hexyl-org/hex")
        let subject = PackageSubject(id: id, path: try path("hexyl-org/hex"))
        #expect(await index.packages(of: subject).packages?.programs.map(\.name) == ["hexyl"])
        await index.findFormerName(of: subject) { path, _ in
            Issue.record("asked for \(path)")
            return nil
        }
    }

    @Test func `without package lists nothing is found`() async throws {
        var sample = try SampleMachine()
        sample.machine.aptCache = "/nonexistent/apt-cache"
        for library in [try await library(nil), try await library(sample.index)] {
            #expect(try await found("is:packaged OR is:installed OR is:library", library) == "")
            #expect(try await found("-is:installed dandavison", library) == "dandavison/delta")
            #expect(try await library.facets(of: FavoritesQuery())[.state].isEmpty)
        }
    }
}
