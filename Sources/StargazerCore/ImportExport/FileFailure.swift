import Foundation

/// Why something could not be written to a file, or favorites not be taken from one; nothing was changed then. The wording
/// is the user interface's.
public enum FileFailure: Error, Sendable, Hashable {
    case notFound
    /// A folder, a device, a pipe.
    case notAFile
    case notAllowed
    case diskFull
    /// `limit` is in bytes.
    case tooLarge(limit: Int)
    /// Not JSON, or cut off.
    case damaged
    /// By its name one of the tables, which are not taken in again.
    case table
    /// JSON, but not this application's favorites.
    case otherFormat
    case newerVersion(Int)
    /// `number` counts the favorites in the file from 1, as below; `field` is the member's name in the file.
    case badEntry(number: Int?, field: String)
    case unknownCatalog(number: Int, name: String)
    case duplicate(number: Int, title: String)
    /// `code` can be reported.
    case unexpected(code: String)

    /// What decoding says went wrong.
    init(_ error: any Error) {
        guard let error = error as? DecodingError else {
            self = .unexpected(code: "file-\(type(of: error))")
            return
        }
        var path: [any CodingKey]
        switch error {
        case .keyNotFound(let key, let context): path = context.codingPath + [key]
        case .typeMismatch(_, let context), .valueNotFound(_, let context): path = context.codingPath
        case .dataCorrupted(let context):
            guard !context.codingPath.isEmpty else {
                self = .damaged
                return
            }
            path = context.codingPath
        @unknown default: path = []
        }
        let number = path.lazy.compactMap(\.intValue).first.map { $0 + 1 }
        path.removeAll { $0.intValue != nil }
        self = .badEntry(number: number, field: path.last.map { Self.jsonKey($0.stringValue) } ?? "favorites")
    }

    /// What reading or writing the file says went wrong.
    init(file error: any Error) {
        switch Self.systemCode(error) {
        case .ENOENT?: self = .notFound
        case .EACCES?, .EPERM?, .EROFS?: self = .notAllowed
        case .ENOSPC?, .EDQUOT?: self = .diskFull
        case .EISDIR?, .ENOTDIR?: self = .notAFile
        default: self.init(cocoa: error)
        }
    }

    /// The system's own word, which Foundation wraps more or less deep.
    private static func systemCode(_ error: any Error) -> POSIXErrorCode? {
        if let error = error as? POSIXError { return error.code }
        return ((error as? CocoaError)?.underlying as? POSIXError)?.code
    }

    private init(cocoa error: any Error) {
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: self = .notFound
        case .fileReadNoPermission, .fileWriteNoPermission, .fileWriteVolumeReadOnly: self = .notAllowed
        case .fileWriteOutOfSpace: self = .diskFull
        case let code?: self = .unexpected(code: "file-\(code.rawValue)")
        case nil: self = .unexpected(code: "file-\(type(of: error))")
        }
    }

    /// `addedAt` is `added_at` in the file.
    private static func jsonKey(_ key: String) -> String {
        key.reduce(into: "") { text, character in
            text += character.isUppercase ? "_" + character.lowercased() : String(character)
        }
    }
}
