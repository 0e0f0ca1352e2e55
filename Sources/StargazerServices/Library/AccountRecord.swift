import Foundation
import GRDB
public import StargazerCore

/// The accounts that have signed in, in `library_info`. An account is its host and number; the outbox and the recorded
/// stars name it by its login, which follows a new name on the server.
struct AccountRecord {
    private static func key(_ host: String, _ number: Int64) -> String { "account \(host) \(number)" }

    /// Stands for the login of an account whose name another one has now. No server has such names.
    private static func placeholder(_ number: Int64) -> String { "#\(number)" }

    static func accounts(_ db: Database, host: String) throws -> [KnownAccount] {
        try String.fetchAll(
            db, sql: "SELECT value FROM library_info WHERE substr(key, 1, ?) = ? ORDER BY key",
            arguments: ["account \(host) ".count, "account \(host) "]
        ).compactMap { try? JSONDecoder().decode(KnownAccount.self, from: Data($0.utf8)) }
    }

    static func record(_ db: Database, _ account: KnownAccount) throws {
        for var known in try accounts(db, host: account.host) {
            let hasName = known.login.lowercased() == account.login.lowercased()
            if known.number == account.number {
                if !hasName { try rename(db, known, to: account.login) }
            } else if hasName {
                try rename(db, known, to: placeholder(known.number))
                known.login = placeholder(known.number)
                try store(db, known)
            }
        }
        try store(db, account)
    }

    private static func store(_ db: Database, _ account: KnownAccount) throws {
        let value = String(decoding: try JSONEncoder().encode(account), as: UTF8.self)
        try db.execute(
            sql: "INSERT OR REPLACE INTO library_info VALUES (?, ?)",
            arguments: [key(account.host, account.number), value])
    }

    private static func rename(_ db: Database, _ account: KnownAccount, to login: String) throws {
        let (old, new) = (account.login.lowercased(), login.lowercased())
        // What was requested under the new name already is newer.
        try db.execute(
            sql: "UPDATE OR IGNORE outbox SET login = ? WHERE host = ? AND login = ?",
            arguments: [new, account.host, old])
        try db.execute(sql: "DELETE FROM outbox WHERE host = ? AND login = ?", arguments: [account.host, old])
        try db.execute(
            sql: "UPDATE star_import SET login = ? WHERE host = ? AND login = ? COLLATE NOCASE",
            arguments: [login, account.host, old])
        // Its list stays what it was: a favorite that was removed does not come back as new.
        try db.execute(
            sql: "UPDATE OR REPLACE star_list SET list = ?, login = ? WHERE host = ? AND list = ?",
            arguments: [new, login, account.host, old])
        try db.execute(
            sql: "UPDATE OR REPLACE star_list_item SET list = ? WHERE host = ? AND list = ?",
            arguments: [new, account.host, old])
    }
}

extension LibraryDatabase {
    public func recordAccount(_ account: KnownAccount) async throws(LibraryFailure) {
        let known = try await knownAccount(login: account.login, host: account.host)
        guard known != account else { return }
        try await write { db in try AccountRecord.record(db, account) }
    }

    public func knownAccount(login: String, host: String) async throws(LibraryFailure) -> KnownAccount? {
        try await read { db in try AccountRecord.accounts(db, host: host) }
            .first { $0.login.lowercased() == login.lowercased() }
    }
}
