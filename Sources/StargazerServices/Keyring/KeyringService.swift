/// A service whose secrets are kept in the key store, and which of the items there are its own.
public struct KeyringService: Sendable {
    /// What the `service` attribute of its items says.
    let name: String
    private let ownAccount: String?
    private let otherAccounts: Set<String>

    /// A service that takes one key.
    /// - Parameter account: what the key is filed under.
    public static func key(_ name: String, account: String) -> KeyringService {
        KeyringService(name: name, ownAccount: account, otherAccounts: [])
    }

    /// A service that people sign in to, each under an account of their own.
    /// - Parameter others: services that take a key and answer at the same address.
    public static func signIn(_ name: String, excluding others: [KeyringService] = []) -> KeyringService {
        KeyringService(name: name, ownAccount: nil, otherAccounts: Set(others.compactMap(\.ownAccount)))
    }

    /// Whether an item of the service's server is its own. Earlier versions wrote no `service` attribute: what they
    /// wrote belongs to the service whose account it has. A locked item may hide its attributes; it counts as its own.
    func owns(_ item: SecretItemRef) -> Bool {
        if let service = item.attribute("service") { return service == name }
        guard let account = item.attribute("account") else { return item.isLocked }
        return ownAccount.map { $0 == account } ?? !otherAccounts.contains(account)
    }
}
