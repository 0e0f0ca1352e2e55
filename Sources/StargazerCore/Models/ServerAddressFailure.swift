/// Why an API address is rejected. The user interface words it.
public enum ServerAddressFailure: Error, Sendable, Hashable {
    case empty
    /// Not a URL, or a port that does not exist.
    case malformed
    case noHost
    /// A scheme other than https and http; empty when there was none.
    case schemeNotAllowed(String)
    /// Plain http is allowed for this machine only.
    case notEncrypted(host: String)
    /// Addresses must not contain user names and passwords.
    case hasUserInfo
    case hasQuery
    case hasFragment
}
