import Foundation
import TestSupport
import Testing

@testable import StargazerCore

/// The content of a repository's languages, release and clone addresses.
struct RepositorySupplementsTests {
    private typealias Share = RepositoryLanguages.Share

    private func languages(_ shares: [(String, Double)]) -> [LanguagesContent.Share] {
        LanguagesContent(RepositoryLanguages(shares.map { Share($0.0, bytes: $0.1) }), formats: .sample()).shares
    }

    @Test func `languages show by share, largest first`() {
        let shares = languages([("C++", 200), ("Swift", 612), ("Python", 188)])
        #expect(shares.map(\.name) == ["Swift", "C++", "Python"])
        #expect(shares.map(\.percent) == ["61.2%", "20%", "18.8%"])
        #expect(shares.map(\.columns) == [61, 20, 19])
    }

    @Test func `languages that are too small are combined`() {
        let shares = languages((1...30).map { ("L\($0)", Double($0 == 1 ? 1_000_000 : $0)) })
        #expect(shares.count == LanguagesContent.limit)
        #expect(shares.last?.name == nil)
        #expect(shares.map(\.columns).reduce(0, +) == 100)
        #expect(shares.allSatisfy { $0.columns >= 1 })
        #expect(shares[1].percent == "<0.1%")
    }

    @Test func `invalid sizes are dropped and hostile names cleaned`() {
        #expect(languages([]).isEmpty)
        #expect(languages([("A", 0), ("B", -4), ("C", .nan), ("D", .infinity)]).isEmpty)
        #expect(languages([("A", .greatestFiniteMagnitude), ("B", .greatestFiniteMagnitude)]).isEmpty)
        let hostile = languages([("\u{202E}<b>\n" + String(repeating: "x", count: 9_000), 1)])
        #expect(hostile.first?.name?.unicodeScalars.count == 100)
        #expect(hostile.first?.name?.hasPrefix("<b>") == true)
    }

    @Test(arguments: [[1.0], [1, 1, 1], [1e9, 1, 1, 1], [0.3, 0.3, 0.4, 1e-9], Array(repeating: 1.0, count: 100)])
    func `the columns add up, and every part has at least one`(parts: [Double]) {
        let columns = Proportions.columns(of: parts, in: 100)
        #expect(columns.reduce(0, +) == 100 && columns.allSatisfy { $0 >= 1 })
    }

    @Test(arguments: [
        ("v1.2", "", "v1.2"), ("v1.2", "1.2", "v1.2"), ("v1.2", "The v1.2 release", "The v1.2 release"),
        ("v1.2", "Aurora", "v1.2 · Aurora"), ("swift-6.2-RELEASE", "Swift 6.2", "swift-6.2-RELEASE · Swift 6.2"),
        ("swift-6.2", "Swift 6.2", "Swift 6.2"),
    ])
    func `a release is named by tag and name`(tag: String, name: String, title: String) {
        let release = RepositoryRelease(tag: tag, name: name)
        #expect(ReleaseContent(release, formats: .sample(), now: .now).title == title)
    }

    @Test(arguments: [
        "git@github.com:owner/name.git", "ssh://git@host.example:2222/owner/name.git", "forge@10.0.0.1:a/b",
    ])
    func `a safe clone address is accepted`(text: String) { #expect(SSHAddress(text)?.text == text) }

    @Test(arguments: [
        "", "owner/name", "git@github.com", "-oProxyCommand=x@host:y", "git@-host:y", "git@host:a b", "git@host:a\nrm",
        "git@host:$(reboot)", "git@host:a;b", "a@b@c:d", "git@host:näme",
    ])
    func `an address that is unsafe in a terminal is rejected`(text: String) { #expect(SSHAddress(text) == nil) }

    @Test func `a license with a short name can be searched for`() {
        #expect(RepositoryQualifier.license("Apache-2.0") == "license:apache-2.0")
        #expect(RepositoryQualifier.license("a b") == nil && RepositoryQualifier.license("") == nil)
    }
}
