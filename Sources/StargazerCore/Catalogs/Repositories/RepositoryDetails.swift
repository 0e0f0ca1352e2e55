/// What only a repository's own address tells.
public struct RepositoryDetails: DetailFacts {
    /// People who are notified of the repository (GitHub's `subscribers_count`; its `watchers_count` is the stars).
    public var watchers: Int
    /// `owner/name` of the repository this one was forked from.
    public var parentName: String?
    /// That repository; nil where the server tells no more than its name.
    public var parent: Item?
    public var defaultBranch: String?
    /// Whose it is, as an item of its own; nil where the server does not say enough.
    public var owner: Item?
    /// `owner/name` that was asked for, where it has another by now.
    public var movedFrom: String?
    /// What version control clones from with a key: `git@github.com:owner/name.git`.
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
