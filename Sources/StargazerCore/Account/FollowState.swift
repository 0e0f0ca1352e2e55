/// What is known of the account and somebody else, on their server.
public struct FollowState: Sendable, Hashable {
    /// Whether the account follows them, as last wished or known.
    public var isFollowed: Bool?
    /// Whether they follow the account.
    public var followsBack: Bool?

    /// They are the account itself.
    public var isOwn: Bool

    public init(isFollowed: Bool? = nil, followsBack: Bool? = nil, isOwn: Bool = false) {
        self.isFollowed = isFollowed
        self.followsBack = followsBack
        self.isOwn = isOwn
    }
}

/// One change of whom the account follows that a person asked for.
public struct FollowMutation: ServerMutation {
    public let item: Item
    public let isFollowed: Bool

    public var isSet: Bool { isFollowed }
}

/// Changes of whom the account follows that did not reach the server.
public typealias FollowMutationFailure = MutationFailure<FollowMutation>
