/// Names a kind of related list. The presentations name them for the user.
public struct RelationKind: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}
