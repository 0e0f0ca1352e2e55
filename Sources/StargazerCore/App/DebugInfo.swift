import Foundation
import StargazerLibrary

/// Information for bug reports: one fact per line, always in English, for the developers.
///
/// It is copied to public places, so it contains kinds, numbers and states only. It must never contain a token, name,
/// path, search or other personal data.
public struct DebugInfo: Sendable, Equatable {
    public struct Fact: Sendable, Equatable {
        public let name: String
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public var facts: [Fact]

    public init(_ facts: [Fact]) { self.facts = facts }

    /// One fact per line: `Library: ready, 12 favorites`.
    public var text: String {
        facts.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    }
}

extension AppModel {
    /// Opens the library if necessary; sends no requests and does not access the keyring.
    public func debugInfo() async -> [DebugInfo.Fact] {
        let library = await library()
        // The condition of the library says why it cannot be read.
        let counts = try? await library.favorites(FavoritesQuery(), reading: 0).counts
        let kinds = catalogs.kinds.map { kind in
            "\(kind.rawValue) \(counts.map { "\($0[kind] ?? 0)" } ?? "unreadable")"
        }
        var facts = [
            DebugInfo.Fact("Library", "\(favoritesModel.condition.name), \(kinds.joined(separator: ", "))")
        ]
        if let account { facts.append(DebugInfo.Fact("Account", account.phase.name)) }
        if let cache {
            await cache.measure()
            facts.append(DebugInfo.Fact("Cache", cache.sizeText.flatMap { $0.isEmpty ? nil : $0 } ?? "empty"))
        }
        if isSample { facts.append(DebugInfo.Fact("Data", "sample")) }
        return facts
    }
}

extension LibraryCondition {
    /// Excludes the folder, whose path contains the user's name.
    fileprivate var name: String {
        switch self {
        case .opening: "opening"
        case .ready: "ready"
        case .withoutLog: "ready, on a disk without shared memory"
        case .movedAside: "new, a damaged one was moved aside"
        case .newer: "read-only, made by a newer version"
        case .readOnly: "read-only"
        case .replaced: "replaced while it was open"
        case .restored: "written again after it was removed"
        case .removed: "removed while it was open"
        case .unavailable: "unavailable"
        }
    }
}

extension AccountPhase {
    /// Excludes the login.
    fileprivate var name: String {
        switch self {
        case .starting: "being looked up"
        case .signedOut(let content):
            switch content.notice {
            case nil: "signed out"
            case .tokenRefused: "signed out, token refused"
            case .keyringFailed(let failure): "signed out, key store: \(failure)"
            case .notRemoved(let failure): "signed out, token not removed: \(failure)"
            }
        case .checking: "signing in"
        case .signedIn(let content):
            switch content.tokenStorage {
            case .saved: "signed in, token kept"
            case .sessionOnly(let failure): "signed in for this session, key store: \(failure)"
            }
        case .locked: "key store locked"
        }
    }
}
