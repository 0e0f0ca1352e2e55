/// The number of stars in one reading of a list, each counted once.
public struct StarImportCount: Sendable, Hashable {
    public var total: Int
    /// Those that were not favorites before.
    public var new: Int
    public var unreadable: Int

    public init(total: Int = 0, new: Int = 0, unreadable: Int = 0) {
        self.total = total
        self.new = new
        self.unreadable = unreadable
    }
}

/// How much of an account's stars has been imported.
public enum StarListState: Sendable, Hashable {
    case nothing
    /// The import stopped after this many stars.
    case some(Int)
    /// All stars that existed when the last import finished.
    case all
}
