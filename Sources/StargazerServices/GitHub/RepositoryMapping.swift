import Foundation
import StargazerCore

extension Item {
    init(_ payload: RepositoryPayload, host: String) {
        self.init(
            id: ItemID(catalog: .repositories, host: host, id: String(payload.id)),
            payload: .repository(Repository(payload)))
    }
}

extension StarredItem {
    init(_ payload: StarredPayload, host: String) {
        self.init(item: Item(payload.repository, host: host), starredAt: date(payload.starredAt))
    }
}

extension RepositoryDetails {
    init(_ payload: FullRepositoryPayload, host: String) {
        self.init(
            item: Item(payload.repository, host: host), repository: Repository(payload.repository),
            watchers: payload.subscribersCount, parentName: payload.parent?.fullName,
            defaultBranch: payload.defaultBranch)
    }
}

extension Repository {
    init(_ payload: RepositoryPayload) {
        self.init(
            owner: payload.owner.login ?? String(payload.fullName.prefix { $0 != "/" }), name: payload.name,
            ownerAvatarURL: WebLink.url(payload.owner.avatarUrl), summary: payload.description,
            // Answers older than the star call stars "watchers", and so do those of today.
            stars: payload.stargazersCount ?? payload.watchersCount ?? 0, forks: payload.forksCount ?? 0,
            openIssues: payload.openIssuesCount ?? 0, language: payload.language, topics: payload.topics ?? [],
            license: payload.license?.spdxId.flatMap { $0 == "NOASSERTION" ? nil : $0 },
            homepage: WebLink.homepage(payload.homepage), webURL: WebLink.url(payload.htmlUrl),
            cloneURL: WebLink.url(payload.cloneUrl), createdAt: date(payload.createdAt),
            pushedAt: date(payload.pushedAt), isArchived: payload.archived ?? false, isFork: payload.fork ?? false,
            isTemplate: payload.isTemplate ?? false, isMirror: !(payload.mirrorUrl ?? "").isEmpty,
            isPrivate: payload.private ?? false)
    }
}

/// A date that cannot be read is worth less than the repository it stands in.
private func date(_ text: String?) -> Date? {
    text.flatMap { try? Date($0, strategy: .iso8601) }
}

/// Addresses that strangers wrote: only http and https, only with a host, never with a name and password before it.
enum WebLink {
    static func url(_ text: String?) -> URL? {
        guard let text, let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            scheme == "https" || scheme == "http", let host = url.host(), !host.isEmpty, url.user() == nil
        else { return nil }
        return url
    }

    /// People write their homepage by hand: white space around it and a missing scheme are common.
    static func homepage(_ text: String?) -> URL? {
        let text = (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        if text.contains("://") { return url(text) }
        guard !text.contains(":"), text.prefix(while: { $0 != "/" }).contains(".") else { return nil }
        return url("https://" + text)
    }
}
