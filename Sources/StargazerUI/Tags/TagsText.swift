import GtkBridge
import StargazerCore
import StargazerLibrary

enum TagsText {
    static var title: String { tr("Tags") }
    static var heading: String { trc("heading in the sidebar", "Tags") }
    static var untagged: String { tr("Untagged") }
    static var showAll: String { trc("tags", "Show All") }
    static var showFewer: String { trc("tags", "Show Fewer") }
    static var edit: String { trc("menu", "Tags…") }
    /// The button of several selected rows.
    static var tagSelection: String { trc("button", "Tag…") }
    // Translators: the visible word of the button "Add Tag", after a plus sign.
    static var tag: String { trc("button", "Tag") }
    static var add: String { tr("Add Tag") }
    static var placeholder: String { tr("Add a tag") }
    static var suggested: String { tr("Suggested") }
    static var none: String { tr("No tags yet. Type a name and press Enter.") }
    /// The button after the first tags of an item.
    static func more(_ count: Int) -> String {
        trn("%1$s More Tag", "%1$s More Tags", count).filled(NumberText.full(count))
    }
    /// The row after the first tags of the sidebar.
    static func findMore(_ count: Int) -> String {
        trn("Find %1$s More Tag…", "Find %1$s More Tags…", count).filled(NumberText.full(count))
    }
    static var typeForMore: String { tr("Type to find more tags.") }
    static var note: String { trc("text of the user", "Note") }
    static var editNote: String { trc("menu", "Note…") }
    static var addHeading: String { trc("heading", "Add to Favorites?") }
    static var noFavorite: String { tr("Only favorites can have tags and notes.") }
    static var noFavorites: String { tr("No favorites have this tag.") }
    static var allTagged: String { tr("All favorites have tags.") }
    static var noteTooLong: String { tr("A note can have at most 64 KiB. The text was not inserted.") }

    static var noteJoined: String { tr("The note was changed elsewhere at the same time. Both texts were kept.") }

    // Translators: the name of a tag in the sidebar or of an item, as screen readers read it.
    static func name(_ tag: String) -> String { tr("%1$s, tag").filled(tag) }

    static func favorites(_ count: NumberContent) -> String {
        trn("%1$s favorite", "%1$s favorites", count.number).filled(count.text)
    }

    static func create(_ name: String) -> String { tr("Create “%1$s”").filled(name) }

    // MARK: Menu of a tag

    static var rename: String { trc("tag", "Rename…") }
    static var mergeInto: String { trc("tag", "Merge Into…") }
    static var delete: String { trc("tag", "Delete") }
    static var color: String { tr("Color") }
    static var noColor: String { trc("color of a tag", "None") }

    static func color(_ color: TagColor) -> String {
        switch color {
        case .blue: trc("color of a tag", "Blue")
        case .teal: trc("color of a tag", "Teal")
        case .green: trc("color of a tag", "Green")
        case .yellow: trc("color of a tag", "Yellow")
        case .orange: trc("color of a tag", "Orange")
        case .red: trc("color of a tag", "Red")
        case .pink: trc("color of a tag", "Pink")
        case .purple: trc("color of a tag", "Purple")
        case .slate: trc("color of a tag", "Slate")
        }
    }

    // MARK: Dialogs

    static var renameHeading: String { tr("Rename Tag") }
    static var nameField: String { trc("tag", "Name") }
    static var renameResponse: String { trc("button", "Rename") }
    static var mergeResponse: String { trc("button", "Merge") }
    static func mergeHeading(_ name: String) -> String { tr("Merge “%1$s”").filled(name) }
    static var mergeBody: String { tr("Its favorites will have the other tag instead.") }
    static var mergeTarget: String { tr("Merge Into") }
    static func mergesWith(_ name: String) -> String { tr("The tag is merged into “%1$s”.").filled(name) }

    // MARK: Results

    /// - Parameter title: the name of the only favorite.
    static func assigned(_ tag: String, count: Int, title: String?) -> String {
        // Translators: %1$s is a tag, %2$s the name of a favorite.
        if let title { return tr("“%1$s” added to %2$s").filled(tag, title) }
        return trn("“%2$s” added to %1$s favorite", "“%2$s” added to %1$s favorites", count)
            .filled(NumberText.full(count), tag)
    }

    static func removed(_ tag: String, count: Int, title: String?) -> String {
        // Translators: %1$s is a tag, %2$s the name of a favorite.
        if let title { return tr("“%1$s” removed from %2$s").filled(tag, title) }
        return trn("“%2$s” removed from %1$s favorite", "“%2$s” removed from %1$s favorites", count)
            .filled(NumberText.full(count), tag)
    }

    static func failure(_ failure: AnnotationFailure) -> String {
        switch failure {
        case .emptyName: tr("A tag name needs at least one letter, digit or symbol.")
        case .nameTooLong:
            trn(
                "A tag name can have at most %1$s character.", "A tag name can have at most %1$s characters.",
                Tag.maxNameLength
            )
            .filled(NumberText.full(Tag.maxNameLength))
        case .textTooLong: noteTooLong
        case .tooMany:
            trn("You can have at most %1$s tag.", "You can have at most %1$s tags.", Tag.maxCount)
                .filled(NumberText.full(Tag.maxCount))
        case .deleted: tr("Not saved: this tag has been deleted.")
        case .missingItem: tr("Not saved: the item is no longer in Favorites.")
        case .library(let failure): LibraryText.toast(of: failure)
        }
    }
}
