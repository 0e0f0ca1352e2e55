import Foundation
import StargazerCore

extension Item {
    init(_ payload: AccountSummaryPayload, host: String) {
        self.init(payload, host: host, Person(payload))
    }

    init(_ payload: PersonPayload, host: String) {
        self.init(payload.account, host: host, Person(payload))
    }

    private init(_ payload: AccountSummaryPayload, host: String, _ person: Person) {
        self.init(id: ItemID(catalog: .people, host: host, id: String(payload.id)), facts: person)
    }
}

extension Person {
    init(_ payload: AccountSummaryPayload) {
        self.init(
            login: payload.login, kind: Kind(type: payload.type), avatarURL: WebLink.url(payload.avatarUrl),
            webURL: WebLink.url(payload.htmlUrl))
    }

    init(_ payload: PersonPayload) {
        self.init(payload.account)
        name = Self.nonBlank(payload.name)
        bio = Self.nonBlank(payload.bio)
        company = Self.nonBlank(payload.company)
        location = Self.nonBlank(payload.location)
        website = WebLink.homepage(payload.blog)
        email = Self.nonBlank(payload.email)
        repositories = payload.publicRepos
        gists = payload.publicGists
        followers = payload.followers
        following = payload.following
        createdAt = payload.createdAt.flatMap { try? Date($0, strategy: .iso8601) }
    }

    /// Returns nil for blank text.
    private static func nonBlank(_ text: String?) -> String? {
        text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
}

extension Person.Kind {
    /// Unknown account types count as people.
    init(type: String?) {
        switch type {
        case "Organization": self = .organization
        case "Bot": self = .bot
        default: self = .person
        }
    }
}
