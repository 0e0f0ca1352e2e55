/// The follow relations between the account and a person on its server.
public struct FollowState: Sendable, Hashable {
    /// Whether the account follows the person, as last changed or loaded.
    public var isFollowed: Bool?
    public var followsBack: Bool?

    /// Whether the person is the account itself.
    public var isOwn: Bool

    public init(isFollowed: Bool? = nil, followsBack: Bool? = nil, isOwn: Bool = false) {
        self.isFollowed = isFollowed
        self.followsBack = followsBack
        self.isOwn = isOwn
    }
}
