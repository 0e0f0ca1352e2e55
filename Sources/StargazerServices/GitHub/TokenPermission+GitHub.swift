import Foundation
import StargazerCore

/// GitHub's names for token permissions.
extension TokenPermission {
    /// Reads fine-grained permissions such as `starring=write`. Every token may read public metadata.
    init?(permissions field: String) {
        let names = Self.names(in: field, separators: ",;").filter { $0 != "metadata=read" }
        guard !names.isEmpty else { return nil }
        if names.allSatisfy({ $0.hasPrefix("starring=") }) {
            self = .starring
        } else if names.allSatisfy({ $0.hasPrefix("followers=") }) {
            self = .followers
        } else {
            self = .other(names.joined(separator: ", "))
        }
    }

    /// Reads classic scopes, each of which is sufficient.
    init?(scopes field: String) {
        let names = Self.names(in: field, separators: ",")
        guard !names.isEmpty else { return nil }
        if names.contains("public_repo") {
            self = .publicRepositories
        } else {
            self = names.contains("user:follow") ? .userFollow : .other(names.joined(separator: ", "))
        }
    }

    static func mayStar(_ scopes: [String]) -> Bool { scopes.contains("public_repo") || scopes.contains("repo") }

    static func mayFollow(_ scopes: [String]) -> Bool { scopes.contains("user:follow") || scopes.contains("user") }

    private static func names(in field: String, separators: String) -> [String] {
        field.split { separators.contains($0) }.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
