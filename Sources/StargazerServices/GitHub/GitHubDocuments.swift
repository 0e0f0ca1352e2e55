import Foundation
import StargazerCore
import StargazerLibrary

/// A person's README is in the repository named like the login. An organization's README is in the `profile` folder of
/// its `.github` repository. Release notes are those of a repository's latest release.
struct GitHubDocuments: Documents {
    let client: GitHubClient
    private let reader: MarkdownReader

    init(client: GitHubClient, reader: MarkdownReader = MarkdownReader()) {
        self.client = client
        self.reader = reader
    }

    func mayHave(_ kind: DocumentKind, of item: Item) -> Bool {
        guard item.id.host == client.server.host else { return false }
        return kind == .releaseNotes ? item.repository != nil : Self.name(of: item) != nil
    }

    func document(_ kind: DocumentKind, of item: Item) async throws(CatalogFailure) -> Document? {
        guard item.id.host == client.server.host else { throw .otherServer(host: item.id.host) }
        if kind == .releaseNotes, item.repository != nil { return try await releaseNotes(of: item.repositoryPath()) }
        guard let name = Self.name(of: item) else { throw .unexpected(code: "foreign-item") }
        let url = GitHubEndpoint.readme(name.repository, folder: name.folder).url(on: client.server)
        var isCached = false
        let file: ReadmeFile
        do throws(CatalogFailure) {
            file = try await ReadmeFile { isRaw throws(CatalogFailure) in
                let response = try await client.get(url, bucket: .core, isRaw: isRaw)
                if response.cached != nil { isCached = true }
                return response.body
            }
        } catch .gone {
            return nil
        }
        guard let text = file.text else { return nil }
        let (path, baseURLs) = (file.payload.path, DocumentBaseURLs(file.payload))
        guard var document = await document(text, path: path, baseURLs: baseURLs) else { throw .cancelled }
        if file.isCut { document.isCut = true }
        if !isCached { document.source = file.source }
        return document
    }

    func document(from stored: StoredDocument, of item: Item) async -> Document? {
        guard let name = Self.name(of: item) else { return nil }
        let path = stored.path ?? [name.folder, "README.md"].compactMap(\.self).joined(separator: "/")
        let baseURLs = DocumentBaseURLs(path: path, branch: stored.branch, of: name.repository, on: client.server)
        var document = await document(stored.text, path: path, baseURLs: baseURLs)
        // What was cut does not end inside a character, so it may be a little shorter.
        if stored.text.utf8.count > StoredDocument.maxStoredSize - 4 { document?.isCut = true }
        return document
    }

    func colored(_ document: Document) async -> Document? { await reader.colored(document) }

    private func document(_ text: String, path: String, baseURLs: DocumentBaseURLs) async -> Document? {
        let format = TextFormat(path: path)
        if format == .markdown { return await reader.document(text, baseURLs: baseURLs) }
        return await reader.document(text, in: format, baseURLs: baseURLs)
    }

    private func releaseNotes(of repository: RepositoryPath) async throws(CatalogFailure) -> Document? {
        guard let release = try await LatestRelease.payload(of: repository, client), let notes = release.body else {
            return nil
        }
        let baseURLs = DocumentBaseURLs(page: WebLink.url(release.htmlUrl))
        // Unlike in files, GitHub keeps line breaks in releases.
        let document = await reader.document(notes, baseURLs: baseURLs, keepsLineBreaks: true)
        guard let document else { throw .cancelled }
        return document
    }

    /// The repository whose README is an item's document, and the folder of the file.
    static func name(of item: Item) -> (repository: RepositoryPath, folder: String?)? {
        if let repository = item.repository { return repository.path.map { ($0, nil) } }
        guard let person = item.person else { return nil }
        return switch person.kind {
        case .person: RepositoryPath(owner: person.login, name: person.login).map { ($0, nil) }
        case .organization: RepositoryPath(owner: person.login, name: ".github").map { ($0, "profile") }
        case .bot: nil
        }
    }
}

extension DocumentBaseURLs {
    init(_ payload: ReadmePayload) {
        page = WebLink.url(payload.htmlUrl)
        raw = WebLink.url(payload.downloadUrl)
        pageRoot = Self.root(of: page, without: payload.path)
        rawRoot = Self.root(of: raw, without: payload.path)
        picture = Self.picture(onPagesOf: page?.host())
    }

    /// - Parameters:
    ///   - branch: nil for the default branch.
    init(path: String, branch: String?, of repository: RepositoryPath, on server: GitHubServer) {
        let branch = branch ?? "HEAD"
        pageRoot = server.pages?.appending(path: "\(repository)/blob/\(branch)", directoryHint: .isDirectory)
        rawRoot = server.rawFiles?.appending(path: "\(repository)/\(branch)", directoryHint: .isDirectory)
        page = pageRoot?.appending(path: path, directoryHint: .notDirectory)
        raw = rawRoot?.appending(path: path, directoryHint: .notDirectory)
        picture = Self.picture(onPagesOf: page?.host())
    }

    private static func picture(onPagesOf host: String?) -> @Sendable (URL) -> URL {
        // A file's page differs from the file's own URL in one word.
        { url in
            var parts = url.path(percentEncoded: true).split(separator: "/", omittingEmptySubsequences: false)
            guard url.host() == host, parts.count > 4, parts[3] == "blob",
                var whole = URLComponents(url: url, resolvingAgainstBaseURL: true)
            else { return url }
            parts[3] = "raw"
            whole.percentEncodedPath = parts.joined(separator: "/")
            return whole.url ?? url
        }
    }

    static func root(of url: URL?, without path: String) -> URL? {
        guard var url else { return nil }
        for _ in path.split(separator: "/") { url = url.deletingLastPathComponent() }
        return url
    }
}
