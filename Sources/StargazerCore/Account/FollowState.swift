/// The follow relations between the account and a person on its server.
public struct FollowState: Sendable, Hashable {
    /// Whether the account follows the person, as last changed or loaded.
    public var isFollowed: Bool?
    /// Whether the person follows the account.
    public var followsBack: Bool?

    /// Whether the person is the account itself.
    public var isOwn: Bool

    public init(isFollowed: Bool? = nil, followsBack: Bool? = nil, isOwn: Bool = false) {
        self.isFollowed = isFollowed
        self.followsBack = followsBack
        self.isOwn = isOwn
    }
}

/// A request to follow or unfollow a person.
public struct FollowMutation: ServerMutation {
    public let item: Item
    public let isFollowed: Bool

    public var isSet: Bool { isFollowed }
}

/// Follow requests that did not reach the server.
public typealias FollowMutationFailure = MutationFailure<FollowMutation>
