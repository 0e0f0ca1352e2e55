/// One walk through the whole list of an account's stars, in as many steps as it takes.
public enum StarImportStep: Sendable, Hashable {
    /// From the first star on; what an earlier walk left behind is forgotten.
    case beginning
    case continuing
    /// After a pause, in which the list may have moved.
    case resumed
}

/// How many stars have come in one walk, each counted once.
public struct StarImportCount: Sendable, Hashable {
    public var total: Int
    /// Those of them that were no favorites before.
    public var new: Int

    public init(total: Int = 0, new: Int = 0) {
        self.total = total
        self.new = new
    }
}

/// How far an account's stars have been brought in.
public enum StarImportState: Sendable, Hashable {
    case nothing
    /// The walk was broken off when so many had come.
    case some(Int)
    /// Those there were when the last walk came to its end.
    case all
}

/// Where a walk that was broken off goes on.
public struct StarImportResumePoint: Sendable, Hashable {
    public var next: BatchCursor
    public var tally: StarImportCount

    public init(next: BatchCursor, tally: StarImportCount) {
        self.next = next
        self.tally = tally
    }
}
