/// Results of a saved search that the user has seen. Later results that are not among them are new.
///
/// A service returns the first results only. A result that comes in from further down the list counts as new too;
/// one that left the first results and returns does not, as long as it is remembered here.
public struct SeenResults: Sendable, Hashable, Codable {
    public static let maxCount = 300
    /// Maximum length of an ID in bytes of UTF-8. A longer one is never stored and never new.
    public static let maxIDLength = 200

    /// The server that the IDs belong to.
    public let host: String
    /// The server's IDs, those seen last first.
    public let ids: [String]
    /// How many of the first results can be compared; nil when the user has seen all there were.
    public let reach: Int?

    /// - Parameter earlier: seen before; they stay as far as there is room.
    public init(_ batch: ResultBatch, host: String, after earlier: SeenResults? = nil) {
        self.host = host
        let shown = batch.items.map(\.id.id)
        var known: Set<String> = []
        let before = earlier?.host == host ? earlier?.ids ?? [] : []
        ids = Array(
            (shown + before).filter { $0.utf8.count <= Self.maxIDLength && known.insert($0).inserted }
                .prefix(Self.maxCount))
        reach = batch.end == .complete ? nil : min(shown.count, Self.maxCount)
    }

    /// Returns the results in a batch that the user has not seen, in order. On another server, nothing is new.
    public func newIDs(in batch: ResultBatch, host: String) -> [ItemID] {
        guard host == self.host else { return [] }
        let known = Set(ids)
        return batch.items.prefix(reach ?? .max).map(\.id).filter {
            !known.contains($0.id) && $0.id.utf8.count <= Self.maxIDLength
        }
    }
}
