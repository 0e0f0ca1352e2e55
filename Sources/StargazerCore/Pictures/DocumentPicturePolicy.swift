public import Observation

/// Whether the pictures of documents, such as READMEs, are loaded: always, or those of one document once the user asks.
@MainActor @Observable public final class DocumentPicturePolicy {
    private var requested: Set<PageCaches.DocumentID> = []
    @ObservationIgnored private let preferences: CurrentPreferences

    public init(preferences: CurrentPreferences) { self.preferences = preferences }

    public func areLoaded(in kind: DocumentKind, of item: ItemID) -> Bool {
        preferences.value.loadsDocumentPictures || requested.contains(.init(kind: kind, item: item))
    }

    /// Loads the pictures of this document until the program ends, wherever it is shown.
    public func load(in kind: DocumentKind, of item: ItemID) { requested.insert(.init(kind: kind, item: item)) }
}

extension Document {
    /// Whether there is a picture in it that could be loaded.
    public var hasPictures: Bool { blocks.contains { $0.richTexts.contains(where: \.hasPictures) } }
}

extension DocumentBlock {
    fileprivate var richTexts: [RichText] {
        switch content {
        case .heading(_, let richText), .paragraph(let richText): [richText]
        case .table(let table): table.rows.flatMap(\.self)
        // A summary shows its words alone.
        case .code, .rule, .alertTitle, .summary: []
        }
    }
}

extension RichText {
    fileprivate var hasPictures: Bool { spans.contains { $0.picture?.url != nil } }
}
