/// What the person chose. What is not chosen is as these defaults say.
public struct Preferences: Sendable, Hashable {
    /// What may be chosen as results for each request; GitHub gives no more.
    public static let batchSizes = 1...100

    /// Results asked for at once.
    public var batchSize: Int
    /// A pause in typing searches; without it only Enter does.
    public var searchesWhileTyping: Bool
    /// Searches are noted, to be offered again.
    public var keepsHistory: Bool

    public init(batchSize: Int = 100, searchesWhileTyping: Bool = true, keepsHistory: Bool = true) {
        self.batchSize = batchSize
        self.searchesWhileTyping = searchesWhileTyping
        self.keepsHistory = keepsHistory
    }
}
