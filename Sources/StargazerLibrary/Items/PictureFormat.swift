public import Foundation

public enum PictureFormat: String, Sendable, CaseIterable {
    case gif, jpeg, png, webp

    /// Recognizes the format by the first bytes; nil for other data.
    public init?(_ data: Data) {
        func starts(_ text: String) -> Bool { data.starts(with: Data(text.utf8)) }
        if starts("GIF87a") || starts("GIF89a") {
            self = .gif
        } else if data.starts(with: Data([0xFF, 0xD8, 0xFF])) {
            self = .jpeg
        } else if data.starts(with: Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])) {
            self = .png
        } else if data.count >= 12, starts("RIFF"), data.dropFirst(8).starts(with: Data("WEBP".utf8)) {
            self = .webp
        } else {
            return nil
        }
    }

    /// Returns the format that an extension stands for, in lowercase.
    init?(fileExtension: String) { self.init(rawValue: fileExtension == "jpg" ? "jpeg" : fileExtension) }

    public var mimeType: String { "image/\(rawValue)" }

    var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}
