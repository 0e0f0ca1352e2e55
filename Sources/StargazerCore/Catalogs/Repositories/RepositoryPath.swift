public struct RepositoryName: AddressName {
    public let text: String
    public init(checked text: String) { self.text = text }
}

/// `OWNER/NAME`.
public struct RepositoryPath: Sendable, Hashable, CustomStringConvertible {
    public let owner: Login
    public let name: RepositoryName

    public init?(owner: String, name: String) {
        guard let owner = Login(owner), let name = RepositoryName(name) else { return nil }
        self.init(owner: owner, name: name)
    }

    public init(owner: Login, name: RepositoryName) {
        self.owner = owner
        self.name = name
    }

    /// - Parameter text: `OWNER/NAME` and nothing else.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return nil }
        self.init(owner: parts[0], name: parts[1])
    }

    public var description: String { "\(owner)/\(name)" }
}
