public import Observation
public import StargazerLibrary

/// Decides whether pictures in documents, such as READMEs, are loaded: always, or on demand for a single document.
@MainActor @Observable public final class DocumentPicturePolicy {
    private var requested: Set<PageCaches.DocumentID> = []
    @ObservationIgnored private let preferences: CurrentPreferences

    public init(preferences: CurrentPreferences) { self.preferences = preferences }

    public func areLoaded(in kind: DocumentKind, of item: ItemID) -> Bool {
        preferences.value.loadsDocumentPictures || requested.contains(.init(kind: kind, item: item))
    }

    /// Loads this document's pictures until the program exits, wherever the document is shown.
    public func load(in kind: DocumentKind, of item: ItemID) { requested.insert(.init(kind: kind, item: item)) }
}

extension Document {
    public var hasPictures: Bool { blocks.contains { $0.richTexts.contains(where: \.hasPictures) } }
}

extension DocumentBlock {
    fileprivate var richTexts: [RichText] {
        switch content {
        case .heading(_, let richText), .paragraph(let richText): [richText]
        case .table(let table): table.rows.flatMap(\.self)
        // A summary shows only its text.
        case .code, .rule, .alertTitle, .summary: []
        }
    }
}

extension RichText {
    fileprivate var hasPictures: Bool { spans.contains { $0.picture?.url != nil } }
}
