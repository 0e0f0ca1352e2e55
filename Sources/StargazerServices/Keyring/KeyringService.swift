/// A service whose secrets are in the keyring, and the rule for which items belong to it.
public struct KeyringService: Sendable {
    /// The value of the `service` attribute.
    let name: String
    private let ownAccount: String?
    private let otherAccounts: Set<String>

    /// Creates a service with a single API key.
    /// - Parameter account: the `account` attribute of the key.
    public static func key(_ name: String, account: String) -> KeyringService {
        KeyringService(name: name, ownAccount: account, otherAccounts: [])
    }

    /// Creates a service that users sign in to, with an item per account.
    /// - Parameter others: services whose keys are stored under the same host.
    public static func signIn(_ name: String, excluding others: [KeyringService] = []) -> KeyringService {
        KeyringService(name: name, ownAccount: nil, otherAccounts: Set(others.compactMap(\.ownAccount)))
    }

    /// Whether an item of the service's server belongs to it.
    ///
    /// Items of earlier versions have no `service` attribute, and belong to the service that has their account. A
    /// locked item can hide its attributes; it then counts as the service's own.
    func owns(_ item: SecretItemRef) -> Bool {
        if let service = item.attribute("service") { return service == name }
        guard let account = item.attribute("account") else { return item.isLocked }
        return ownAccount.map { $0 == account } ?? !otherAccounts.contains(account)
    }
}
