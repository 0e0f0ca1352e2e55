import GtkBridge
import StargazerCore
import StargazerLibrary

extension UserChange {
    fileprivate var isImport: Bool {
        if case .imported = kind { return true }
        return false
    }
}

enum UndoText {
    /// Returns the message about a change; nil for a change that shows by itself.
    static func message(_ change: UserChange) -> String? {
        switch change.kind {
        case .favoritesAdded, .tagSet, .tagUnset: change.count > 1 ? name(change) : nil
        case .starSet, .updatesSeen, .favoritesRemoved, .tagMerged, .tagDeleted, .searchUpdated, .searchDeleted,
            .historyCleared:
            name(change)
        case .searchSaved: SavedSearchText.saved
        case .imported(let new, let existing, let annotated, let lookups):
            TransferText.imported(new: new, existing: existing, annotated: annotated, lookups: lookups)
        case .tagRenamed, .tagColored, .note, .searchRenamed, .searchMoved: nil
        }
    }

    /// Returns the message about an undo or redo, which says the result.
    static func message(_ report: UndoReport) -> String {
        let name = name(report.change)
        var sentences: [String] = []
        switch report.step {
        case .done: sentences.append(name)
        case .undone where report.hasChanged: sentences.append(undone(report.change))
        case .redone where report.hasChanged: sentences.append(redone(report.change))
        // Translators: what was not undone follows.
        case .undone: sentences.append(tr("Not undone, because it has changed since: %1$s").filled(name))
        case .redone: sentences.append(tr("Not redone, because it has changed since: %1$s").filled(name))
        }
        if report.hasChanged, report.skipped > 0 {
            let count = NumberText.full(report.skipped)
            sentences.append(
                report.change.isImport
                    ? trn(
                        "%1$s favorite stays as it is, because you changed its tags or its note since.",
                        "%1$s favorites stay as they are, because you changed their tags or notes since.",
                        report.skipped
                    ).filled(count)
                    : trn("%1$s has changed since.", "%1$s have changed since.", report.skipped).filled(count))
        }
        if report.newStars > 0 { sentences.append(StarText.newDates(report.newStars)) }
        guard sentences.count > 1 else { return sentences[0] }
        return JoinText.headed(sentences[0], JoinText.sentences(Array(sentences.dropFirst())))
    }

    private static func undone(_ change: UserChange) -> String {
        switch change.kind {
        case .favoritesAdded: return FavoritesText.removed(change.count, title: change.title)
        case .favoritesRemoved:
            return change.title.map(restored)
                ?? trn("%1$s favorite restored", "%1$s favorites restored", change.count)
                .filled(NumberText.full(change.count))
        case .starSet: return change.title.map(StarText.unstarred) ?? tr("Star removed")
        case .updatesSeen: return tr("Updates restored")
        case .tagSet(let tag): return TagsText.removed(tag, count: change.count, title: change.title)
        case .tagUnset(let tag): return TagsText.assigned(tag, count: change.count, title: change.title)
        case .tagRenamed(let old, let new): return name(UserChange(.tagRenamed(new, to: old)))
        case .tagColored, .note: return restored(name(change))
        case .tagMerged(let name, _), .tagDeleted(let name), .searchRenamed(let name), .searchUpdated(let name),
            .searchMoved(let name), .searchDeleted(let name):
            return restored(RowText.quoted([name]))
        case .searchSaved(let name): return SavedSearchText.deleted(name)
        case .historyCleared: return tr("History restored")
        case .imported(let new, _, _, _):
            return new.number > 0 ? FavoritesText.removed(new.number, title: nil) : tr("Import undone")
        }
    }

    private static func redone(_ change: UserChange) -> String {
        switch change.kind {
        case .tagColored, .note: restored(name(change))
        default: name(change)
        }
    }

    /// - Parameter name: what came back, such as the name of a favorite or of a tag, or "note of zed".
    private static func restored(_ name: String) -> String { tr("Restored %1$s").filled(name) }

    /// Returns the label of the menu item that undoes a change.
    /// - Parameter change: nil if there is none.
    static func undoItem(_ change: UserChange.Kind?) -> String {
        // Translators: a menu item; %1$s is what is undone, such as "Adding a Tag".
        change.map { tr("_Undo %1$s").filled(action($0)) } ?? tr("_Undo")
    }

    static func redoItem(_ change: UserChange.Kind?) -> String {
        // Translators: a menu item; %1$s is what is repeated, such as "Adding a Tag".
        change.map { tr("_Redo %1$s").filled(action($0)) } ?? tr("_Redo")
    }

    /// Returns what a change did, as a part of a menu item.
    private static func action(_ change: UserChange.Kind) -> String {
        switch change {
        case .favoritesAdded: trc("undo", "Adding to Favorites")
        case .favoritesRemoved: trc("undo", "Removing from Favorites")
        case .starSet: trc("undo", "Starring")
        case .updatesSeen: trc("undo", "Marking as Seen")
        case .tagSet: trc("undo", "Adding a Tag")
        case .tagUnset: trc("undo", "Removing a Tag")
        case .tagRenamed: trc("undo", "Renaming a Tag")
        case .tagColored: trc("undo", "Coloring a Tag")
        case .tagMerged: trc("undo", "Merging Tags")
        case .tagDeleted: trc("undo", "Deleting a Tag")
        case .note: trc("undo", "Writing a Note")
        case .searchSaved: trc("undo", "Saving a Search")
        case .searchRenamed: trc("undo", "Renaming a Search")
        case .searchUpdated: trc("undo", "Updating a Search")
        case .searchMoved: trc("undo", "Moving a Search")
        case .searchDeleted: trc("undo", "Deleting a Search")
        case .historyCleared: trc("undo", "Clearing the History")
        case .imported: trc("undo", "Importing a File")
        }
    }

    /// Returns what was changed, as a part of a sentence.
    static func name(_ change: UserChange) -> String {
        switch change.kind {
        case .favoritesAdded:
            guard let title = change.title else { return FavoritesText.added(change.count) }
            // Translators: %1$s is the name of a repository, a person, a photo or a GIF.
            return tr("%1$s added to Favorites").filled(title)
        case .favoritesRemoved: return FavoritesText.removed(change.count, title: change.title)
        case .starSet: return change.title.map(StarText.starred) ?? StarText.starOnGitHub
        case .updatesSeen: return UpdatesText.seen(change.count)
        case .tagSet(let tag): return TagsText.assigned(tag, count: change.count, title: change.title)
        case .tagUnset(let tag): return TagsText.removed(tag, count: change.count, title: change.title)
        // Translators: names of tags.
        case .tagRenamed(let old, let new): return tr("“%1$s” renamed to “%2$s”").filled(old, new)
        case .tagColored(let tag): return tr("color of “%1$s”").filled(tag)
        case .tagMerged(let tag, let other): return tr("“%1$s” merged into “%2$s”").filled(tag, other)
        case .tagDeleted(let tag): return tr("Tag “%1$s” deleted").filled(tag)
        // Translators: the text that the user wrote about an item; %1$s is the item's name.
        case .note: return change.title.map { tr("note of %1$s").filled($0) } ?? TagsText.note
        case .searchSaved(let name): return tr("“%1$s” saved").filled(name)
        case .searchRenamed(let name): return tr("Saved search renamed to “%1$s”").filled(name)
        case .searchUpdated(let name): return SavedSearchText.updated(name)
        case .searchMoved(let name): return tr("“%1$s” moved").filled(name)
        case .searchDeleted(let name): return SavedSearchText.deleted(name)
        case .historyCleared(let searches, let viewed):
            return PreferencesText.cleared(searches: searches, viewed: viewed)
        case .imported(let new, _, _, _):
            // Translators: what was undone.
            return new.number > 0 ? FavoritesText.added(new.number) : tr("import of a file")
        }
    }
}
