/// One step of importing the complete list of an account's stars.
public enum StarImportStep: Sendable, Hashable {
    /// From the first star. Discards what an earlier import left.
    case beginning
    case continuing
    /// After a pause, during which the list may have changed.
    case resumed
}

/// The number of stars in one import, each counted once.
public struct StarImportCount: Sendable, Hashable {
    public var total: Int
    /// Those that were not favorites before.
    public var new: Int
    /// Entries of the list that could not be read.
    public var unreadable: Int

    public init(total: Int = 0, new: Int = 0, unreadable: Int = 0) {
        self.total = total
        self.new = new
        self.unreadable = unreadable
    }
}

/// How much of an account's stars has been imported.
public enum StarImportState: Sendable, Hashable {
    case nothing
    /// The import stopped after this many stars.
    case some(Int)
    /// All stars that existed when the last import finished.
    case all
}

/// Where an interrupted import resumes.
public struct StarImportResumePoint: Sendable, Hashable {
    public var next: BatchCursor
    public var count: StarImportCount

    public init(next: BatchCursor, count: StarImportCount) {
        self.next = next
        self.count = count
    }
}
