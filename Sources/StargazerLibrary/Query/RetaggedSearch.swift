/// A saved search before and after one of its tags got another name.
public struct RetaggedSearch: Sendable, Hashable {
    /// The parts of a saved search that may name a tag.
    public struct Place: Sendable, Hashable {
        public var source: String
        public var text: String

        public init(source: String, text: String) { (self.source, self.text) = (source, text) }

        public init(_ search: SavedSearch) { self.init(source: search.source, text: search.text) }

        /// Returns both with other names for tags. Only searches of favorites know tags.
        /// - Parameter newName: returns the new name of a tag; nil for one that keeps its name.
        public func renamingTags(_ newName: (String) -> String?) -> Self {
            guard case .favorites(let scope)? = ListSource(text: source) else { return self }
            let text = ParsedQuery(text, rules: .favorites).renamingTags(newName)
            guard case .tag(let name) = scope, let new = newName(name) else { return Self(source: source, text: text) }
            return Self(source: ListSource.favorites(.tag(new)).text, text: text)
        }
    }

    public var id: SavedSearchID
    public var old: Place
    public var new: Place

    public init(id: SavedSearchID, old: Place, new: Place) { (self.id, self.old, self.new) = (id, old, new) }

    public var inverse: Self { Self(id: id, old: new, new: old) }
}

extension ParsedQuery {
    /// Returns the text with other names for tags. `tag:none` and `no:tag` name no tag, even if one has that name.
    func renamingTags(_ newName: (String) -> String?) -> String {
        var changed = parts
        for (place, use) in qualifiers where use.name == .tag && use.alias == nil {
            guard case .word(let name) = use.value, name != Self.noTag, let new = newName(name),
                new.lowercased() != Self.noTag
            else { continue }
            changed[place].text = (parts[place].text.hasPrefix("-") ? "-" : "") + Self.word(.tag, new)
        }
        return changed.map(\.text).joined()
    }

    private static let noTag = "none"
}

extension String {
    /// The text with one name for all tags. Equal for texts that differ in the names of tags only.
    package var withoutTagNames: String { ParsedQuery(self, rules: .favorites).renamingTags { _ in "tag" } }
}
