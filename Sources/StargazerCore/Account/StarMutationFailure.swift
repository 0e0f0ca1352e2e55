/// One change of the account's star that a person asked for.
public struct StarMutation: ServerMutation {
    public let item: Item
    public let isStarred: Bool
    /// It came with a favorite, which stays as it is whatever becomes of the star.
    public let isFromFavorite: Bool

    public var isSet: Bool { isStarred }
}

/// Stars that did not reach the server.
public typealias StarMutationFailure = MutationFailure<StarMutation>
