import Foundation
import StargazerCore

/// A GraphQL query for the READMEs of several repositories, one alias for each.
struct ReadmeQuery {
    /// The usual names in the order in which GitHub looks for them. A name must be exact; REST finds the others.
    static let paths = [
        ".github/README.md", "README.md", "readme.md", "Readme.md", "README.rst", "README", "README.txt",
        "docs/README.md",
    ]

    /// The JSON of the request.
    let body: Data?

    /// - Parameter names: the owner and the name of each repository.
    init(_ names: [(owner: String, name: String)]) {
        // Names go through variables, so that no name can change the query.
        let numbers = names.indices
        let variables = numbers.map { "$o\($0):String!,$n\($0):String!" }.joined(separator: ",")
        let parts = numbers.map { "\(Self.alias($0)):repository(owner:$o\($0),name:$n\($0)){...r}" }
        let files = Self.paths.enumerated().map { #"f\#($0):object(expression:"HEAD:\#($1)"){...b}"# }
        let query = """
            query(\(variables)){\(parts.joined(separator: " "))}
            fragment r on Repository{databaseId \(files.joined(separator: " "))}
            fragment b on Blob{oid isBinary isTruncated text}
            """
        var values: [String: String] = [:]
        for (number, name) in names.enumerated() {
            values["o\(number)"] = name.owner
            values["n\(number)"] = name.name
        }
        body = try? JSONEncoder().encode(Request(query: query, variables: values))
    }

    static func alias(_ number: Int) -> String { "r\(number)" }

    private struct Request: Encodable {
        let query: String
        let variables: [String: String]
    }
}

/// The response to a `ReadmeQuery`. Parts that failed are nil, or missing.
struct ReadmeQueryPayload: Decodable {
    struct Repository: Decodable {
        let databaseID: Int?
        /// The files that exist, in the order of `ReadmeQuery.paths`.
        let files: [File]

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            databaseID = try? fields.decode(Int.self, forKey: Key(stringValue: "databaseId"))
            files = ReadmeQuery.paths.indices.compactMap {
                (try? fields.decodeIfPresent(File.self, forKey: Key(stringValue: "f\($0)"))) ?? nil
            }
        }
    }

    struct File: Decodable {
        let oid: String
        let isBinary: Bool?
        let isTruncated: Bool?
        /// Nil for a binary file.
        let text: String?
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// By alias; nil when the query as a whole failed.
    let data: [String: Lenient<Repository>]?
}
