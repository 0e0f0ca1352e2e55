/// The least permission that a token needs for the request.
public enum TokenPermission: Sendable, Hashable {
    /// The account permission of fine-grained tokens; starring needs read and write access.
    case starring
    /// The scope of classic tokens.
    case publicRepositories
    /// The account permission of fine-grained tokens; following needs read and write access.
    case followers
    /// The scope of classic tokens for following.
    case userFollow
    /// An unknown permission, as the server names it.
    case other(String)
}
