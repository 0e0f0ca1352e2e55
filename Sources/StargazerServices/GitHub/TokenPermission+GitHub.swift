import Foundation
import StargazerCore

/// What GitHub calls the permissions of tokens.
extension TokenPermission {
    /// Of fine-grained tokens, such as `starring=write`; reading public metadata is allowed to every one.
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

    /// Of classic tokens, any of which would do.
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
