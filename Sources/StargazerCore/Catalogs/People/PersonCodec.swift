public import Foundation

/// Encodes and decodes people; `CodablePerson` documents the format.
public struct PersonCodec: ItemCodec {
    public let kind = CatalogKind.people
    public let member = "person"
    public let format = 1
    public let sortKeys: [SortKey] = [.followers]

    public init() {}

    public func encode(_ facts: any ItemFacts) throws -> Data {
        guard let person = facts as? Person else { throw UnknownItemFormat(0) }
        return try written(CodablePerson(person))
    }

    public func facts(from decoder: any Decoder, format: Int, webURL: String?) throws -> any ItemFacts {
        guard format == self.format else { throw UnknownItemFormat(format) }
        return try CodablePerson(from: decoder).person(webURL: webURL)
    }

    public func facts(titled title: String) -> any ItemFacts { Person(login: title) }

    public let columns: [ItemColumn] = [
        column("login", \.login),
        column("name", \.name),
        column("kind") { $0.kind.rawValue },
        column("bio", \.bio),
        column("company", \.company),
        column("location", \.location),
        column("website") { $0.website?.absoluteString },
        column("email", \.email),
        column("repositories") { $0.repositories.map(String.init) },
        column("gists") { $0.gists.map(String.init) },
        column("followers") { $0.followers.map(String.init) },
        column("following") { $0.following.map(String.init) },
        column("avatar_url") { $0.avatarURL?.absoluteString },
        column("created_at") { $0.createdAt.map { ISO8601Date($0).text } },
    ]

    private static func column(_ name: String, _ cell: @escaping @Sendable (Person) -> String?) -> ItemColumn {
        ItemColumn(name) { ($0 as? Person).flatMap(cell) }
    }
}
