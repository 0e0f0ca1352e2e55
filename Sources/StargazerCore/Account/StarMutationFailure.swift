/// A request to set or remove the account's star.
public struct StarMutation: ServerMutation {
    public let item: Item
    public let isStarred: Bool
    /// Whether it came with a change of a favorite, which stays even when the request fails.
    public let isFromFavorite: Bool

    public var isSet: Bool { isStarred }
}

/// Star requests that did not reach the server.
public typealias StarMutationFailure = MutationFailure<StarMutation>
