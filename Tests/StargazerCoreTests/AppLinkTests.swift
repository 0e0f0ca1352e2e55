import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

/// Strict parsing of item addresses.
@MainActor struct AppLinkTests {
    @Test(arguments: [
        ("stargazer://repo/swiftlang/swift", AppLink.Origin.appScheme("repo"), ["swiftlang", "swift"]),
        ("stargazer://user/octocat", .appScheme("user"), ["octocat"]),
        ("STARGAZER://Repo/A/.b-c_d.e/", .appScheme("repo"), ["A", ".b-c_d.e"]),
        ("https://github.com/a/b", .web(host: "github.com"), ["a", "b"]),
        ("https://GitHub.com/a/b/", .web(host: "github.com"), ["a", "b"]),
    ])
    func `addresses of items are parsed`(text: String, place: AppLink.Origin, path: [String]) {
        let link = AppLink(text)
        #expect(link?.origin == place && link?.path == path)
    }

    @Test(arguments: PathSpellings.all)
    func `a link and a pasted address have no names that are paths`(part: String) {
        for path in ["\(part)/x", "x/\(part)"] {
            let links = [
                AppLink("stargazer://repo/\(path)"), AppLink("https://github.com/\(path)"),
                AppLink(pasted: "github.com/\(path)"), AppLink(pasted: "git@github.com:\(path)"),
            ]
            for name in links.compactMap(\.self).flatMap(\.path) {
                #expect(name.wholeMatch(of: /[A-Za-z0-9_.-]+/) != nil && name != "." && name != "..", "\(path)")
            }
        }
    }

    @Test(arguments: [
        "", "://", "stargazer://", "stargazer://repo", "stargazer://repo/", "stargazer:repo/a/b", "stargazer:///a/b",
        "stargazer://repo//a", "stargazer://repo/a//b", "stargazer://repo/a/b//", "stargazer://repo/../b",
        "stargazer://repo/a/..", "stargazer://repo/./b", "stargazer://repo/a/b?x", "stargazer://repo/a/b#x",
        "stargazer://repo/a/b c", "stargazer://repo/a/%62", "stargazer://repo/a/b\n", " stargazer://repo/a/b",
        "stargazer://repo/a/\u{202e}b", "stargazer://repo/ä/b", "stargazer://repo/a/b\0c",
        "http://github.com/a/b", "file:///etc/passwd", "ftp://github.com/a/b", "javascript://github.com/a/b",
        "https://user@github.com/a/b", "https://github.com:443/a/b", "https://github.com@evil.example/a/b",
        "https://github.com\\a/b", "stargazer://repo/a/b;rm -rf", "stargazer://repo/$(id)/b",
    ])
    func `other addresses are rejected`(text: String) { #expect(AppLink(text) == nil) }

    @Test(arguments: [
        "https://github.com/a/b", "http://www.github.com/a/b/", " https://GitHub.com/a/b\n", "github.com/a/b",
        "https://github.com/a/b/issues/12?q=x#top", "git@github.com:a/b.git", "ssh://git@github.com/a/b.git",
        "git://github.com/a/b.git", "https://github.com/a/b.GIT", "https://github.com/a/b#readme",
        "https://github.com/a/b/releases/tag/b%402.0.0", "https://github.com/a/b/releases/tag/@x/b@2.0.0",
        "https://github.com/a/b/blob/main/My%20Guide.md", "https://github.com/a/b/tree/feature+x",
        "https://github.com/a/b//issues", "https://github.com//a//b", "https://github.com:443/a/b",
        "http://github.com:80/a/b/", "git+https://github.com/a/b.git", "git+ssh://git@github.com/a/b.git",
        "git+https://git@github.com/a/b.git#v1", "ssh://git@github.com:22/a/b.git", "ssh://git@github.com/a/b/",
        "ssh://git@ssh.github.com:443/a/b.git", "git://github.com:9418/a/b.git", "GIT+HTTP://GitHub.com/a/b",
        "https://github.com/%61/b", "https://github.com./a/b", "https://github.com/a/b/ö?ä#ü",
        "https://github.com/a/b/%zz/x y", "https://github.com/a/b/commit/\\x", "git@github.com:/a/b.git",
        "https://github.com/a/b?" + String(repeating: "x", count: 5_000),
        "https://github.com/a/b/" + String(repeating: "é/", count: 5_000),
    ])
    func `pasted addresses are parsed in the forms that browsers and git use`(text: String) {
        let link = AppLink(pasted: text)
        #expect(link?.origin == .web(host: "github.com") && link?.path == ["a", "b"])
    }

    @Test(arguments: [
        "", "swift", "a/b", "a.b", "a.b/c", "swift language:swift", "https://github.com/a/b c", "user@github.com:a/b",
        "javascript://github.com/a/b", "https://user@github.com/a/b", "https://github.com/a/.git", "git@:/", "git@a",
        "repo:a/b is:x/y/z", "https://github.com/a%2Fb", "https://github.com/a/b%2Fc", "https://github.com/a%00/b",
        "https://github.com:8443/a/b", "https://github.com:80443/a/b", "https://github.com@evil.example:1/a/b",
        "ftp://github.com/a/b", "git+file:///a/b", "https:///a/b", "https://github.com/../b", "//github.com/a/b",
        "ssh://root@github.com/a/b", "https://github.com/%2e%2e/b", "https://github.com\\@evil.example/a/b",
    ])
    func `pasted words are not an address`(text: String) { #expect(AppLink(pasted: text) == nil) }

    @Test func `an address longer than the limit is rejected`() {
        let longest = "stargazer://repo/a/" + String(repeating: "b", count: AppLink.maxLength - 19)
        #expect(longest.utf8.count == AppLink.maxLength)
        #expect(AppLink(longest) != nil && AppLink(longest + "b") == nil)
        #expect(AppLink("stargazer://repo/" + String(repeating: "a/", count: 5_000_000)) == nil)
    }

    @Test func `search words are not an address`() {
        for words in ["swift", "language:swift", "user:a/b", "c++ http", ""] { #expect(!AppLink.isAddress(words)) }
        for text in ["stargazer://repo/a/b", "file:///etc/passwd"] { #expect(AppLink.isAddress(text)) }
    }

    @Test func `an unknown address is rejected with text that fits into a message`() {
        let catalogs = Catalogs([ScriptedCatalog()])
        #expect(catalogs.openRequest(for: "stargazer://nothing/a") == .invalidLink("stargazer://nothing/a"))
        guard
            case .invalidLink(let text) = catalogs.openRequest(
                for: "a://\n\u{202e}" + String(repeating: "x", count: 9_999))
        else { return #expect(Bool(false), "it was opened") }
        #expect(text.unicodeScalars.count <= 50 && text.hasPrefix("a:// x"))
    }
}

/// The details of an item known only by its name.
@MainActor struct ItemReferenceTests {
    private let scene = WindowFixture()
    private let reference = ItemReference(catalog: .repositories, path: ["owner", "name7"])

    @Test func `a reference has no item until it is resolved, and then behaves like any item`() async {
        let window = await scene.searched(1...3)
        window.open(reference)
        #expect(
            window.navigation.first.phase == .resolving(reference, .loading(isSlow: false)) && window.isShowingContent)
        window.toggleFavorite()
        #expect(window.current == nil)
        await scene.catalog.respondReference(0, .success(.sample(7)))
        await eventually { window.current?.id == .sample(7) }
        window.toggleFavorite()
        await scene.app.settled()
        #expect(scene.library.favorites.map(\.id) == [.sample(7)])
        guard case .shown(_, .loaded) = window.navigation.first.phase else { return #expect(Bool(false), "not loaded") }
        #expect(scene.catalog.requestedDetails.isEmpty, "it was asked for once")
    }

    @Test func `a resolved item that is a favorite shows as a favorite`() async {
        scene.library.change { $0 = [.sample(7)] }
        let window = await scene.searched(1...3)
        window.open(reference)
        await scene.catalog.respondReference(0, .success(.sample(7)))
        await eventually { window.navigation.first.phase.shownFlags?.isFavorite == true }
    }

    @Test func `a failure to resolve is reported and can be retried`() async {
        let window = await scene.searched(1...3)
        window.open(reference)
        await scene.catalog.respondReference(0, .failure(.offline))
        await eventually { window.navigation.first.phase.failure == .offline }
        window.navigation.first.tryAgain()
        await scene.catalog.respondReference(1, .success(.sample(7)))
        await eventually { window.current?.id == .sample(7) }
    }

    @Test func `another search or source ends the message that a reference failed`() async {
        let window = await scene.searched(1...3)
        window.select(.sample(1))
        window.open(reference)
        window.dismissFailedReference()
        #expect(window.isShowingContent, "it has not failed yet")
        await scene.catalog.respondReference(0, .failure(.gone))
        await eventually { window.navigation.first.phase.failure == .gone }
        window.dismissFailedReference()
        #expect(window.current?.id == .sample(1) && !window.isShowingContent, "the selected item is back")
        window.open(reference)
        await scene.catalog.respondReference(1, .failure(.gone))
        await eventually { window.navigation.first.phase.failure == .gone }
        window.show(.favorites(.all))
        #expect(window.navigation.first.phase == .none && window.selection == nil)
    }

    @Test func `leaving the page before the reference is resolved discards the result`() async {
        let window = await scene.searched(1...3)
        window.open(reference)
        window.select(.sample(1))
        await scene.catalog.respondReference(0, .success(.sample(7)))
        await settle()
        #expect(window.current?.id == .sample(1))
    }
}

extension DetailsPhase {
    var shownFlags: ItemFlags? { if case .shown(let content, _) = self { content.item.flags } else { nil } }
    fileprivate var failure: CatalogFailure? {
        if case .resolving(_, .failed(let content)) = self { content.failure } else { nil }
    }
}
