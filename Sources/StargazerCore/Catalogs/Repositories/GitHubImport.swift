import StargazerLibrary

/// How files of other programs name repositories. They are about GitHub itself, whatever server is in use.
enum GitHubImport {
    private static let host = "api.github.com"
    private static let webHost = "github.com"

    static func id(_ number: Int64) -> ItemID { ItemID(catalog: .repositories, host: host, id: String(number)) }

    /// - Parameter name: `owner/name`.
    /// - Returns: nil if no repository can have the name.
    static func target(named name: String) -> ImportEntry.Target? {
        guard let path = RepositoryPath(name), GitHubUsername.mayExist(path.owner.text),
            path.name.text.utf8.count <= 100
        else { return nil }
        return .title(name, catalog: .repositories, host: host)
    }

    /// Parses the address of a repository or a page in it, as browsers, git and npm write it, or `stargazer://repo/…`.
    static func target(ofLink link: String) -> ImportEntry.Target? {
        guard let link = AppLink(pasted: link),
            link.origin == .web(host: webHost) || link.origin == .appScheme("repo"), link.path.count == 2,
            !GitHubUsername.isReserved(link.path[0])
        else { return nil }
        return target(named: link.path.joined(separator: "/"))
    }
}
