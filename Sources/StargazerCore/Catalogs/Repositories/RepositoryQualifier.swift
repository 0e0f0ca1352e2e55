/// Parts of a search that GitHub understands as more than words
/// (https://docs.github.com/en/search-github/searching-on-github/searching-for-repositories).
public enum RepositoryQualifier {
    /// Nil for what cannot be a topic: those are lower-case letters, digits and hyphens.
    public static func topic(_ name: String) -> String? {
        let isTopic =
            !name.isEmpty && name.count <= 50
            && name.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
            }
        return isTopic ? "topic:\(name)" : nil
    }

    /// Nil for a name that cannot be written in a search.
    public static func language(_ name: String) -> String? {
        guard !name.isEmpty, name.count <= 50, !name.contains("\"") else { return nil }
        return name.contains(where: \.isWhitespace) ? "language:\"\(name)\"" : "language:\(name)"
    }
}
