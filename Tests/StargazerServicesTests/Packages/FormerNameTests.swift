import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Repositories that the lists know by an older name, down to the requests.
struct FormerNameTests {
    private let sample: SampleMachine

    init() throws { sample = try SampleMachine() }

    private func repository(_ id: Int, _ name: String = "jqlang/jq") throws -> ScriptedTransport.Step {
        let path = try path(name)
        return .json(
            #"{"id":\#(id),"name":"\#(path.name)","full_name":"\#(path)","owner":{"login":"\#(path.owner)"},"#
                + #""subscribers_count":7}"#)
    }

    private func find(_ text: String, _ index: MachinePackageIndex, _ fixture: GitHubFixture, id: String = "42")
        async throws
    {
        let catalog = fixture.catalog
        let lookup = index.lookup { path, host async throws(CatalogFailure) in try await catalog.id(of: path, on: host)
        }
        await lookup.findFormerName(try subject(text, id: id))
    }

    private func names(_ text: String, _ index: MachinePackageIndex, id: String = "42") async throws -> [String]? {
        try await index.packages(of: subject(text, id: id)).packages?.programs.map(\.name)
    }

    @Test func `one request for the old name finds the package, and is remembered`() async throws {
        let fixture = GitHubFixture([try repository(42)])
        let index = sample.index
        #expect(try await names("jqlang/jq", index) == nil)
        var changes = index.changes().makeAsyncIterator()
        try await find("jqlang/jq", index, fixture)
        await changes.next()
        #expect(fixture.targets == ["/repos/stedolan/jq"])
        #expect(try await names("jqlang/jq", index) == ["jq"])
        #expect(try await names("jqlang/jq", index, id: "43") == nil, "only that repository")
        try await find("jqlang/jq", index, fixture)
        // The next start.
        let other = sample.index
        #expect(try await names("jqlang/jq", other) == ["jq"])
        try await find("jqlang/jq", other, fixture)
        #expect(fixture.targets == ["/repos/stedolan/jq"])
    }

    @Test(arguments: [0, 1, 2])
    func `that the old name leads elsewhere or nowhere is remembered`(answer: Int) async throws {
        let steps: [ScriptedTransport.Step] = [
            try repository(7, "stedolan/jq"), .json(GitHubJSON.error("Not Found"), status: 404),
            .json(GitHubJSON.error("Repository access blocked"), status: 451),
        ]
        let fixture = GitHubFixture([steps[answer]])
        let index = sample.index
        #expect(try await names("jqlang/jq", index) == nil)
        for _ in 1...2 { try await find("jqlang/jq", index, fixture) }
        try await find("jqlang/jq", sample.index, fixture)
        #expect(fixture.targets == ["/repos/stedolan/jq"])
        #expect(try await names("jqlang/jq", index) == nil)
    }

    @Test func `without a response nothing is remembered`() async throws {
        let fixture = GitHubFixture([
            .fail(.offline), .json(GitHubJSON.error("Server Error"), status: 502), try repository(42),
        ])
        let index = sample.index
        #expect(try await names("jqlang/jq", index) == nil)
        for count in 1...3 {
            #expect(try await names("jqlang/jq", index) == nil)
            try await find("jqlang/jq", index, fixture)
            #expect(fixture.targets.count == count, "no retry")
        }
        #expect(try await names("jqlang/jq", index) == ["jq"])
    }

    @Test func `nothing is asked with half of the limit used`() async throws {
        let clock = SteppingClock()
        let rate = GitHubJSON.rate(30, of: 60, resource: "core", resetsIn: 900, at: clock)
        let fixture = GitHubFixture([.json(GitHubJSON.repository(), headers: rate)], clock: clock)
        _ = try await fixture.catalog.details(of: .listed())
        let index = sample.index
        #expect(try await names("jqlang/jq", index) == nil)
        try await find("jqlang/jq", index, fixture)
        #expect(fixture.targets == ["/repos/octo/pod"])
    }

    @Test(arguments: ["sharkdp/hexyl", "dandavison/delta", "someone/nothing"])
    func `nothing is asked where there is a package, or no older name`(name: String) async throws {
        let fixture = GitHubFixture()
        let index = sample.index
        _ = try await names(name, index)
        try await find(name, index, fixture)
        #expect(fixture.targets == [])
    }

    @Test func `nothing is asked for a fork, on another server, or before there is an index`() async throws {
        let fixture = GitHubFixture()
        let catalog = fixture.catalog
        let findID: MachinePackageIndex.FindID = { path, host async throws(CatalogFailure) in
            try await catalog.id(of: path, on: host)
        }
        let index = sample.index
        try await find("jqlang/jq", index, fixture)
        #expect(!FileManager.default.fileExists(atPath: sample.cache.path))
        _ = try await names("jqlang/jq", index)
        let id = ItemID(catalog: .repositories, host: "api.github.com", id: "42")
        await index.findFormerName(of: PackageSubject(id: id, path: try path("other/jq"), isFork: true), findID)
        let elsewhere = ItemID(catalog: .repositories, host: "other.example", id: "42")
        await index.findFormerName(of: PackageSubject(id: elsewhere, path: try path("jqlang/jq")), findID)
        #expect(fixture.targets == [])
    }

    @Test func `of many old names three are tried, one at a time, the package's own first`() async throws {
        let fixture = GitHubFixture(try (1...4).map { try repository($0, "x/core") })
        let index = sample.index
        #expect(try await names("new/core", index) == nil)
        for count in 1...5 {
            try await find("new/core", index, fixture)
            #expect(fixture.targets.count == min(count, 3))
        }
        #expect(fixture.targets == ["/repos/first/core", "/repos/fourth/core", "/repos/second/core"])
    }

    @Test(arguments: ["", "[", "[1]", "{}", "[{\"item\":\"\"}]"])
    func `a damaged memory is empty, and private`(text: String) async throws {
        let fixture = GitHubFixture([try repository(42)])
        #expect(try await names("jqlang/jq", sample.index) == nil)
        try sample.write(text, to: "cache/former-names.json")
        let index = sample.index
        try await find("jqlang/jq", index, fixture)
        #expect(try await names("jqlang/jq", sample.index) == ["jq"])
        let file = sample.cache.appending(path: "former-names.json").path
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(!(try String(contentsOfFile: file, encoding: .utf8)).contains("jqlang"))
    }

    @Test func `the memory is bounded, and keeps what was found the longest`() throws {
        let names = FormerNames(folder: sample.folder.root)
        let old = try path("old/name")
        func id(_ number: Int) -> ItemID { ItemID(catalog: .repositories, host: "server", id: "\(number)") }
        for number in 0..<1_002 { names.record(id(number), old, isSame: number == 1) }
        for names in [names, FormerNames(folder: sample.folder.root)] {
            #expect(!names.isAnswered(id(0), old) && !names.isAnswered(id(2), old))
            #expect(names.isAnswered(id(3), old) && names.isAnswered(id(1_001), old))
            #expect(names.names == [id(1): [old]])
        }
        for number in 2_000..<3_001 { names.record(id(number), old, isSame: true) }
        #expect(names.names[id(1)] == nil && names.names[id(2_001)] == [old])
    }

    @Test func `the memory is read when it is needed`() async throws {
        let index = sample.index
        let other = sample.index
        #expect(try await names("jqlang/jq", other) == nil)
        try await find("jqlang/jq", other, GitHubFixture([try repository(42)]))
        #expect(try await names("jqlang/jq", index) == ["jq"])
    }
}
