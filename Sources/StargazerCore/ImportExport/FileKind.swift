import Foundation
import StargazerLibrary

/// What is at a path.
enum FileKind: Equatable {
    case none
    case regular(mode: mode_t)
    /// Something that is not read or written as a file.
    case other(FileFailure)

    /// Follows symbolic links.
    /// - Throws: `FileFailure` for a path that cannot be looked at.
    init(at path: String) throws(FileFailure) {
        var facts = stat()
        guard stat(path, &facts) != 0 else {
            self = Self.kind(facts.st_mode)
            return
        }
        let code = errno
        if code == ENOENT {
            self = lstat(path, &facts) == 0 ? .other(.danglingLink) : .none
            return
        }
        throw FileFailure(file: POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO))
    }

    private static func kind(_ mode: mode_t) -> FileKind {
        switch mode & S_IFMT {
        case S_IFREG: .regular(mode: mode & 0o7777)
        case S_IFDIR: .other(.folder)
        case S_IFIFO: .other(.pipe)
        case S_IFSOCK: .other(.socket)
        default: .other(.device)
        }
    }
}
