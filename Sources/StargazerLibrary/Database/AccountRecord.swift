import Foundation
import GRDB

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

    /// - Parameter formerly: the login that the token was saved with, unless another account is known by it.
    static func record(_ db: Database, _ account: KnownAccount, formerly: String?) throws {
        let all = try accounts(db, host: account.host)
        if let formerly, !all.contains(where: { $0.login.lowercased() == formerly.lowercased() }) {
            try rename(
                db, KnownAccount(host: account.host, number: account.number, login: formerly), to: account.login)
        }
        for var known in all {
            let hasName = known.login.lowercased() == account.login.lowercased()
            if known.number == account.number {
                try rename(db, known, to: account.login)
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
        guard old != new else { return }
        // What was requested under the new name already is newer.
        try db.execute(
            sql: "UPDATE OR IGNORE outbox SET login = ? WHERE host = ? AND login = ?",
            arguments: [new, account.host, old])
        try db.execute(sql: "DELETE FROM outbox WHERE host = ? AND login = ?", arguments: [account.host, old])
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
    public func recordAccount(_ account: KnownAccount, formerly: String?) async throws(LibraryFailure) {
        let known = try await knownAccount(login: account.login, host: account.host)
        guard known != account || formerly?.lowercased() != account.login.lowercased() else { return }
        try await write { db in try AccountRecord.record(db, account, formerly: formerly) }
    }

    public func knownAccount(login: String, host: String) async throws(LibraryFailure) -> KnownAccount? {
        try await read { db in try AccountRecord.accounts(db, host: host) }
            .first { $0.login.lowercased() == login.lowercased() }
    }
}
