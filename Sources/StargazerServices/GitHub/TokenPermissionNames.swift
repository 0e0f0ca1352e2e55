import Foundation
import StargazerCore

/// What GitHub calls the permissions of tokens.
extension TokenPermission {
    /// Of fine-grained tokens, such as `starring=write`; reading public metadata is allowed to every one.
    init?(permissions field: String) {
        let names = Self.names(in: field, separators: ",;").filter { $0 != "metadata=read" }
        guard !names.isEmpty else { return nil }
        self = names.allSatisfy { $0.hasPrefix("starring=") } ? .starring : .other(names.joined(separator: ", "))
    }

    /// Of classic tokens, any of which would do.
    init?(scopes field: String) {
        let names = Self.names(in: field, separators: ",")
        guard !names.isEmpty else { return nil }
        self = names.contains("public_repo") ? .publicRepositories : .other(names.joined(separator: ", "))
    }

    static func mayStar(_ scopes: [String]) -> Bool { scopes.contains("public_repo") || scopes.contains("repo") }

    private static func names(in field: String, separators: String) -> [String] {
        field.split { separators.contains($0) }.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
