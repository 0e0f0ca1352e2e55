/// What only the details request returns.
public struct RepositoryDetails: DetailFacts {
    /// People who are notified of the repository (GitHub's `subscribers_count`; its `watchers_count` is the stars).
    public var watchers: Int
    /// `owner/name` of the repository this one was forked from.
    public var parentName: String?
    /// That repository; nil when the server returns only its name.
    public var parent: Item?
    public var defaultBranch: String?
    /// The owner as an item; nil when the server returns too little.
    public var owner: Item?
    /// The requested `owner/name`, when the repository has been renamed since.
    public var movedFrom: String?
    /// The SSH clone address: `git@github.com:owner/name.git`.
    public var sshAddress: String?

    public init(
        watchers: Int, parentName: String? = nil, parent: Item? = nil, defaultBranch: String? = nil, owner: Item? = nil,
        movedFrom: String? = nil, sshAddress: String? = nil
    ) {
        self.watchers = watchers
        self.parentName = parentName
        self.parent = parent
        self.defaultBranch = defaultBranch
        self.owner = owner
        self.movedFrom = movedFrom
        self.sshAddress = sshAddress
    }
}
