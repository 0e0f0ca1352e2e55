/// One change of the account's star that a person asked for.
public struct StarWish: ServerWish {
    public let item: Item
    public let isStarred: Bool
    /// It came with a favorite, which stays as it is whatever becomes of the star.
    public let isOfFavorite: Bool

    public var isSet: Bool { isStarred }
}

/// Stars that did not reach the server.
public typealias StarProblem = WishProblem<StarWish>
