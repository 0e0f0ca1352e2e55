/// What a token would have to be allowed for what was asked, the least of what would do.
public enum TokenPermission: Sendable, Hashable {
    /// The account permission of fine-grained tokens; to star, it has to be to read and write.
    case starring
    /// The scope of classic tokens.
    case publicRepositories
    /// The account permission of fine-grained tokens; to follow, it has to be to read and write.
    case followers
    /// The scope of classic tokens to follow.
    case userFollow
    /// The server's own words, which nobody foresaw.
    case other(String)
}
