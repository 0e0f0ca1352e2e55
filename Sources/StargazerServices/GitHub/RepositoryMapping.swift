import Foundation
import StargazerCore

extension Item {
    init(_ payload: RepositoryPayload, host: String) {
        self.init(
            id: ItemID(catalog: .repositories, host: host, id: String(payload.id)), facts: Repository(payload))
    }
}

extension StarredItem {
    init(_ payload: StarredPayload, host: String) {
        self.init(item: Item(payload.repository, host: host), starredAt: date(payload.starredAt))
    }
}

extension ItemDetails {
    init(_ payload: FullRepositoryPayload, movedFrom: String? = nil, host: String) {
        self.init(
            item: Item(payload.repository, host: host),
            facts: RepositoryDetails(
                watchers: payload.subscribersCount, parentName: payload.parent?.fullName,
                parent: payload.parent?.repository.map { Item($0, host: host) }, defaultBranch: payload.defaultBranch,
                owner: payload.repository.owner.account.map { Item($0, host: host) }, movedFrom: movedFrom,
                sshAddress: payload.sshUrl))
    }
}

extension Repository {
    init(_ payload: RepositoryPayload) {
        self.init(
            owner: payload.owner.login ?? String(payload.fullName.prefix { $0 != "/" }), name: payload.name,
            ownerAvatarURL: WebLink.url(payload.owner.avatarUrl), summary: payload.description,
            // Older responses have the stars only in `watchers_count`, which still has the same value today.
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

extension RepositoryRelease {
    init(_ payload: ReleasePayload) {
        self.init(
            tag: payload.tagName, name: payload.name ?? "", publishedAt: date(payload.publishedAt ?? payload.createdAt),
            hasNotes: payload.body?.contains { !$0.isWhitespace } ?? false, webURL: WebLink.url(payload.htmlUrl))
    }
}

/// Parses a date; an invalid date does not invalidate the repository.
private func date(_ text: String?) -> Date? {
    text.flatMap { try? Date($0, strategy: .iso8601) }
}
