import Foundation

/// Creates files under names that nothing else has.
enum UniqueFile {
    /// The most names that are tried.
    private static let limit = 1_000

    /// Creates an empty file. If the name is taken, appends a number to it: `fox (2).gif`.
    /// - Returns: the file, which the caller fills or removes.
    /// - Throws: `FileFailure`, with nothing created.
    static func create(_ name: String, in folder: URL) throws(FileFailure) -> URL {
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        for number in 1...limit {
            let numbered = number == 1 ? name : "\(name[..<dot]) (\(number))\(name[dot...])"
            let place = folder.appending(path: numbered, directoryHint: .notDirectory)
            do {
                try Data().write(to: place, options: .withoutOverwriting)
                return place
            } catch let error as CocoaError where error.code == .fileWriteFileExists {
                continue
            } catch {
                throw FileFailure(file: error)
            }
        }
        throw .unexpected(code: "file-names")
    }
}
