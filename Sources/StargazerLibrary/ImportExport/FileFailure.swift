import Foundation

/// Why a file could not be written or favorites not imported. Nothing was changed. The user interface words it.
public enum FileFailure: Error, Sendable, Hashable {
    case notFound
    case folder
    case pipe
    case socket
    case device
    /// A symbolic link that leads nowhere, or in a circle.
    case danglingLink
    case nameTooLong
    /// A file, or a place for one, that belongs to this program.
    case ownFile
    case notAllowed
    case diskFull
    /// `limit` is in bytes.
    case tooLarge(limit: Int)
    case tooManyEntries(limit: Int)
    /// `limit` is in bytes.
    case textTooLong(limit: Int)
    /// Truncated, or not in a format that can be read at all.
    case damaged
    /// A table by its file name. Tables cannot be imported.
    case table
    /// Readable, but neither a favorites file nor one of a known program.
    case otherFormat
    /// `program` is the one that wrote the file; nil for this one.
    case newerVersion(Int, of: String? = nil)
    /// `number` is the position in the file from 1, here and below; `field` is the member's name.
    case badEntry(number: Int?, field: String)
    case unknownCatalog(number: Int, name: String)
    case duplicate(number: Int, title: String)
    case cancelled
    /// `code` can be reported.
    case unexpected(code: String)

    /// Creates a failure from a decoding error.
    package init(_ error: any Error) {
        if let error = error as? UnknownItemFormat {
            self = error.format > 1 ? .newerVersion(error.format) : .badEntry(number: nil, field: "format")
            return
        }
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
        let isFavorite = path.first?.stringValue == "favorites"
        let number = isFavorite ? path.lazy.compactMap(\.intValue).first.map { $0 + 1 } : nil
        path.removeAll { $0.intValue != nil }
        self = .badEntry(number: number, field: path.last.map { Self.jsonKey($0.stringValue) } ?? "favorites")
    }

    package init(file error: any Error) {
        switch Self.systemCode(error) {
        case .ENOENT?: self = .notFound
        case .EACCES?, .EPERM?, .EROFS?: self = .notAllowed
        case .ENOSPC?, .EDQUOT?: self = .diskFull
        case .EISDIR?, .ENOTDIR?: self = .folder
        case .ENAMETOOLONG?: self = .nameTooLong
        case .ELOOP?: self = .danglingLink
        case .ENXIO?, .ENODEV?: self = .device
        default: self.init(cocoa: error)
        }
    }

    /// Returns the system's error code, which Foundation may wrap.
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

    /// Returns the name in the file: `added_at` for `addedAt`.
    private static func jsonKey(_ key: String) -> String {
        key.reduce(into: "") { text, character in
            text += character.isUppercase ? "_" + character.lowercased() : String(character)
        }
    }
}
