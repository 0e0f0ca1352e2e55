import Foundation
import GtkBridge
import StargazerCore
import StargazerLibrary

/// What other programs get of a picture, in the order that they should prefer.
///
/// The file is first: many programs take only the first frame of an animation from anything else. A decoded picture is
/// not offered at all, because those programs would prefer it.
@MainActor enum PictureContentProvider {
    private static let uriList = "text/uri-list"
    /// Understood by the file managers that do not paste `text/uri-list`.
    private static let copiedFiles = "x-special/gnome-copied-files"

    static func content(of picture: ExportedPicture, _ reference: PictureReference) -> GObjectRef {
        let types = [uriList, copiedFiles, picture.format.mimeType]
        let content = types.compactMap { type in data(of: picture, as: type).map { ContentProvider.bytes($0, as: type) }
        }
        return ContentProvider.union(content + [ContentProvider.file(picture.file.path)] + providers(of: reference))
    }

    /// - Parameter format: the expected format. Another one is not offered, except as a file.
    /// - Parameter load: returns nil when the picture could not be loaded.
    static func content(
        loading format: PictureFormat?, _ reference: PictureReference,
        load: @escaping @MainActor () async -> ExportedPicture?
    ) -> GObjectRef {
        let types = [uriList, copiedFiles] + [format?.mimeType].compactMap(\.self)
        let content = ContentProvider.lazy(types) { type in await load().flatMap { data(of: $0, as: type) } }
        return ContentProvider.union([content] + providers(of: reference))
    }

    private static func data(of picture: ExportedPicture, as type: String) -> Data? {
        switch type {
        case uriList: Data("\(FileURI.text(picture.file))\r\n".utf8)
        case copiedFiles: Data("copy\n\(FileURI.text(picture.file))".utf8)
        case picture.format.mimeType: picture.bytes
        default: nil
        }
    }

    /// The text is last: some programs prefer it to anything else. GTK would make text of the file's path, without
    /// these types of text.
    private static func providers(of reference: PictureReference) -> [GObjectRef] {
        let text = Data(reference.text.utf8)
        return [ContentProvider.bytes(Data(reference.html.utf8), as: "text/html")]
            + ["text/plain;charset=utf-8", "text/plain"].map { ContentProvider.bytes(text, as: $0) }
            + [ContentProvider.text(reference.text)]
    }
}

/// The picture that is being dragged. It starts to load when the drag begins, and the receiver waits for it.
@MainActor final class PictureDrag {
    private let sharing: PictureExport
    private var content: GObjectRef?
    private var pending: PendingPicture?

    init(_ sharing: PictureExport) { self.sharing = sharing }

    isolated deinit { pending?.cancelUnlessRequested() }

    /// - Returns: the content of the drag, which this object retains until the drag ends.
    func begin(_ picture: FullSizePicture, _ reference: PictureReference) -> GObjectRef {
        pending?.cancelUnlessRequested()
        let pending = PendingPicture(sharing.load(picture))
        self.pending = pending
        let content = PictureContentProvider.content(loading: picture.expectedFormat, reference) {
            await pending.picture()
        }
        self.content = content
        return content
    }

    /// Stops loading, unless another program waits for the picture.
    func end() {
        pending?.cancelUnlessRequested()
        (pending, content) = (nil, nil)
    }
}

/// A picture that loads, and how many receivers wait for it.
@MainActor private final class PendingPicture {
    private let loading: PictureExport.Loading
    private var receivers = 0

    init(_ loading: PictureExport.Loading) { self.loading = loading }

    func picture() async -> ExportedPicture? {
        receivers += 1
        defer { receivers -= 1 }
        return try? await loading.value.get()
    }

    func cancelUnlessRequested() {
        if receivers == 0 { loading.cancel() }
    }
}
