import Foundation
import StargazerCore

/// A query about several repositories, by alias: the names in their README folders, and the texts of usual names.
struct ReadmeQuery {
    /// The usual names. A name must be exact; REST finds the others.
    static let paths = [
        ".github/README.md", "README.md", "readme.md", "Readme.md", "README.rst", "README", "README.txt",
        "docs/README.md",
    ]

    let body: Data?

    init(_ names: [RepositoryPath]) {
        // Names go through variables, so that no name can change the query.
        let numbers = names.indices
        let variables = numbers.map { "$o\($0):String!,$n\($0):String!" }.joined(separator: ",")
        let parts = numbers.map { "\(Self.alias($0)):repository(owner:$o\($0),name:$n\($0)){...r}" }
        let folders = ReadmeFolder.allCases.map { #"\#($0):object(expression:"HEAD:\#($0.rawValue)"){...t}"# }
        let files = Self.paths.enumerated().map { #"f\#($0):object(expression:"HEAD:\#($1)"){...b}"# }
        let query = """
            query(\(variables)){\(parts.joined(separator: " "))}
            fragment r on Repository{databaseId defaultBranchRef{name} \((folders + files).joined(separator: " "))}
            fragment t on Tree{entries{name mode}}
            fragment b on Blob{oid isBinary isTruncated text}
            """
        var values: [String: String] = [:]
        for (number, name) in names.enumerated() {
            values["o\(number)"] = name.owner.text
            values["n\(number)"] = name.name.text
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
        /// The default branch, which `HEAD` is.
        let branch: String?
        let readme: ReadmeLocation
        /// The files that exist, by their `ReadmeQuery.paths`.
        let files: [String: File]

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            databaseID = try? fields.decode(Int.self, forKey: Key(stringValue: "databaseId"))
            branch = try? fields.decode(Branch.self, forKey: Key(stringValue: "defaultBranchRef")).name
            var folders: [ReadmeFolder: [TreeEntry]] = [:]
            for folder in ReadmeFolder.allCases {
                folders[folder] = try? fields.decode(Tree.self, forKey: Key(stringValue: "\(folder)")).entries
            }
            readme = ReadmeLocation(folders)
            var files: [String: File] = [:]
            for (number, path) in ReadmeQuery.paths.enumerated() {
                files[path] = try? fields.decode(File.self, forKey: Key(stringValue: "f\(number)"))
            }
            self.files = files
        }
    }

    struct File: Decodable {
        let oid: String
        let isBinary: Bool?
        let isTruncated: Bool?
        /// Nil for a binary file. The text of a symbolic link is where it leads.
        let text: String?
    }

    private struct Tree: Decodable {
        let entries: [TreeEntry]
    }

    private struct Branch: Decodable {
        let name: String
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// By alias.
    let repositories: [String: Lenient<Repository>]

    init(from decoder: any Decoder) throws {
        repositories = try decoder.singleValueContainer().decode([String: Lenient<Repository>].self)
    }
}

/// A file or folder, by its name in a folder and by Git's file mode.
struct TreeEntry: Decodable {
    let name: String
    let mode: Int

    var isFolder: Bool { mode & 0o170000 == 0o040000 }
    var isFile: Bool { mode & 0o170000 == 0o100000 }
    var isLink: Bool { mode & 0o170000 == 0o120000 }
}

/// Where a README can be, in the order in which GitHub looks for it. The value is the path.
enum ReadmeFolder: String, CaseIterable {
    case github = ".github"
    case root = ""
    case docs
}

/// Which file GitHub shows as a repository's README, as far as the names of files tell.
enum ReadmeLocation: Equatable {
    /// The path of a regular file.
    case file(String)
    case none
    /// Only GitHub knows: there are several, or it is a symbolic link.
    case unknown

    /// - Parameter folders: the entries of the folders that exist.
    init(_ folders: [ReadmeFolder: [TreeEntry]]) {
        guard let root = folders[.root] else {
            self = .unknown
            return
        }
        for folder in ReadmeFolder.allCases {
            let location: ReadmeLocation
            if folder == .root {
                location = Self.readme(among: root)
            } else {
                // Only GitHub knows what a link to a folder is to it, and a name in another case.
                let entries = root.filter { $0.name.lowercased() == folder.rawValue && !$0.isFile }
                if entries.isEmpty { continue }
                let isUsual = entries.allSatisfy { $0.name == folder.rawValue && $0.isFolder }
                location = isUsual ? folders[folder].map(Self.readme(among:)) ?? .unknown : .unknown
            }
            switch location {
            case .none: continue
            case .file(let name): self = .file(folder == .root ? name : "\(folder.rawValue)/\(name)")
            case .unknown: self = .unknown
            }
            return
        }
        self = .none
    }

    /// Other names for Markdown. GitHub shows such a README rather than one in `.md`, or it depends on the name.
    private static let otherMarkdown = ["markdown", "mdown", "mkdn", "mkd"].map { "readme.\($0)" }

    private static func readme(among entries: [TreeEntry]) -> ReadmeLocation {
        let candidates = entries.filter { $0.name.lowercased().hasPrefix("readme") && ($0.isFile || $0.isLink) }
        let names = candidates.map { $0.name.lowercased() }
        // Among several, such as translations, GitHub shows `README.md`.
        let usual = candidates.filter { $0.name.lowercased() == "readme.md" }
        let isUsual = usual.count == 1 && !names.contains(where: otherMarkdown.contains)
        switch (isUsual ? usual[0] : candidates.count == 1 ? candidates[0] : nil) {
        case let file? where file.isFile: return .file(file.name)
        case nil where candidates.isEmpty: return .none
        default: return .unknown
        }
    }
}
