public import Observation
public import StargazerLibrary

/// The downloaded texts of favorites: their number and size, and deleting them.
@MainActor @Observable public final class StoredDocumentsViewModel {
    public var isDownloadOn: Bool { preferences.value.downloadsDocuments }
    /// Changes while texts are downloaded. Nil while nothing is missing.
    public var downloadedCount: NumberContent? { download.phase.progress?.done }
    /// Nil until it has been measured.
    public private(set) var count: NumberContent?
    /// Such as `12.3 MB`, with the index over texts and favorites.
    public private(set) var sizeText = ""
    public private(set) var canDelete = false

    @ObservationIgnored private let documents: any DocumentStore
    @ObservationIgnored private let download: DocumentDownloadViewModel
    @ObservationIgnored private let preferences: CurrentPreferences
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let rebuildIndex: () async -> Void

    /// - Parameter rebuildIndex: indexes the fields of the favorites again.
    init(
        _ documents: any DocumentStore, download: DocumentDownloadViewModel, preferences: CurrentPreferences,
        formats: Formats, rebuildIndex: @escaping () async -> Void
    ) {
        self.documents = documents
        self.download = download
        self.preferences = preferences
        self.formats = formats
        self.rebuildIndex = rebuildIndex
    }

    public func measure() async {
        let usage = await documents.usage()
        count = NumberContent(usage.documents, formats: formats)
        sizeText = formats.bytes(usage.bytes)
        canDelete = usage.documents > 0
    }

    /// Turns downloading on or off. Turning it off keeps the texts.
    public func setDownload(_ isOn: Bool) { preferences.change { $0.downloadsDocuments = isOn } }

    /// Deletes the texts, and turns downloading off: otherwise they would be downloaded again.
    public func delete() async {
        guard canDelete else { return }
        canDelete = false
        setDownload(false)
        await download.job.stop()
        await documents.removeAll()
        download.reset()
        await rebuildIndex()
        await measure()
    }
}
