/// Why an API address is not used. The wording is the user interface's.
public enum ServerAddressFailure: Error, Sendable, Hashable {
    case empty
    /// Not an address at all, or a port that does not exist.
    case malformed
    case noHost
    /// Something other than https and http; the empty text when none was given.
    case schemeNotAllowed(String)
    /// Plain http is for this machine only.
    case notEncrypted(host: String)
    /// Names and passwords do not belong into an address.
    case hasUserInfo
    case hasQuery
    case hasFragment
}
