import Foundation
import StargazerCore
import StargazerLibrary

/// What the homepage of a source package names: a repository on GitHub, or a project's own site.
enum PackageHomepage: Hashable {
    /// - Parameters:
    ///   - path: in lower case.
    ///   - isPart: whether the address leads into the repository, as `/tree/main/crates/ignore` does.
    case repository(path: String, isPart: Bool)
    /// - Parameter key: host and path in lower case, without `www` and a last slash.
    case site(key: String)

    init?(_ address: String) {
        var text = Substring(address.lowercased())
        guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return nil }
        text = text.dropFirst(scheme.count)
        if let fragment = text.firstIndex(of: "#") { text = text[..<fragment] }
        let end = text.firstIndex { $0 == "/" || $0 == "?" } ?? text.endIndex
        var host = text[..<end]
        if let user = host.lastIndex(of: "@") { host = host[host.index(after: user)...] }
        for port in [":443", ":80"] where host.hasSuffix(port) { host = host.dropLast(port.count) }
        while host.hasSuffix(".") { host = host.dropLast() }
        if host.hasPrefix("www.") { host = host.dropFirst(4) }
        guard host.contains("."), !host.contains(where: \.isWhitespace) else { return nil }
        if host == "github.com" {
            let parts = text[end...].prefix { $0 != "?" }.split(separator: "/")
            guard let owner = parts.first else { return nil }
            let name = parts.dropFirst().first.map { $0.hasSuffix(".git") ? $0.dropLast(4) : $0 } ?? ""
            self =
                name.isEmpty
                ? .site(key: "\(Self.owners)\(owner)")
                : .repository(path: "\(owner)/\(name)", isPart: parts.count > 2)
        } else {
            var path = text[end...]
            for index in ["/index.html", "/index.htm", "/index.php"] where path.hasSuffix(index) {
                path = path.dropLast(index.count)
            }
            while path.hasSuffix("/") { path = path.dropLast() }
            while let part = path.split(separator: "/").last, Self.editions.contains(part) {
                path = path.dropLast(part.count)
                while path.hasSuffix("/") { path = path.dropLast() }
            }
            // The rest is language and version.
            if host.hasSuffix(".readthedocs.io") { path = "" }
            self = .site(key: "\(host)\(path)")
        }
    }
}

extension PackageHomepage {
    static let repositories = "github.com/"
    /// Ends of addresses that lead to the same site in a language or of a version.
    private static let editions: Set<Substring> = ["en", "en-us", "stable", "latest"]
    private static let owners = "github.com:"

    /// A text that tells all homepages apart. No site has the beginning that repositories have.
    var key: String {
        switch self {
        case .repository(let path, _): Self.repositories + path
        case .site(let key): key
        }
    }

    static func key(of path: RepositoryPath) -> String { repositories + path.description.lowercased() }

    /// How a homepage can mean a repository.
    enum Evidence {
        /// It is the repository.
        case path
        /// It is the site that the repository names as its own.
        case site
        /// It is the site that GitHub makes from the repository: `owner.github.io/name`.
        case pages
        /// It is the page of the owner.
        case owner
    }

    /// The homepages that can mean a repository, the best evidence first.
    /// - Parameter homepage: of the repository; nil for a fork, which has that of another.
    static func keys(of path: RepositoryPath, homepage: String?) -> [(evidence: Evidence, key: String)] {
        let (owner, name) = (path.owner.text.lowercased(), path.name.text.lowercased())
        var keys = [(Evidence.path, key(of: path))]
        if case .site(let key)? = homepage.flatMap(PackageHomepage.init) { keys.append((.site, key)) }
        keys.append((.pages, "\(owner).github.io/\(name)"))
        if owner == name { keys += [(.pages, "\(owner).github.io"), (.pages, "\(owner).github.com")] }
        return keys + [(.owner, owners + owner)]
    }
}

extension PackageSubject {
    /// The lists name repositories of GitHub itself. One on another server may have the name of another project.
    var isOnGitHub: Bool { GitHubServer.isGitHub(id.host) }
}

/// Names as they are compared: small letters and digits.
struct ComparableName: Hashable {
    let text: String

    init(_ name: some StringProtocol) {
        text = String(
            decoding: name.lowercased().utf8.filter { (0x30...0x39).contains($0) || $0 > 0x60 }, as: UTF8.self)
    }

    /// Whether a repository of this name is probably what the other name means: the same, or the beginning of it, as
    /// `node` of `nodejs`. A repository with a longer name, such as `redis-doc`, is something else of the project.
    func means(_ other: ComparableName) -> Bool {
        text == other.text ? !text.isEmpty : text.count >= 3 && other.text.hasPrefix(text)
    }
}
