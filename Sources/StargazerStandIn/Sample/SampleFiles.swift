import Foundation

/// The files of a sample repository that can be its README, and a few others.
struct SampleFiles {
    struct File {
        let path: String
        let data: Data
        /// Where a symbolic link leads, whose data is that of the file there.
        var target: String?
    }

    let files: [File]
    /// The one that the repository's page shows.
    let readme: File?

    init(of repository: SampleRepository) {
        if let files = Self.unusual(repository.fullName) {
            self.init(files)
        } else {
            self.init(readme: SampleReadme(of: repository).text)
        }
    }

    /// - Parameter readme: nil when there is none.
    init(readme: String?) {
        self.init(readme.map { [Self.text("README.md", $0)] } ?? [])
    }

    private init(_ files: [File]) {
        self.files = files
        readme = files.first
    }

    /// Returns the entries of a folder with their modes in Git; nil if there is no such folder.
    /// - Parameter folder: the path; empty for the root.
    func entries(of folder: String) -> [(name: String, mode: Int)]? {
        var modes: [String: Int] = folder.isEmpty ? ["LICENSE": Self.file, "src": Self.folder] : [:]
        for file in files where folder.isEmpty || file.path.hasPrefix(folder + "/") {
            let rest = file.path.dropFirst(folder.isEmpty ? 0 : folder.utf8.count + 1).split(separator: "/")
            guard let name = rest.first else { continue }
            modes[String(name)] = rest.count > 1 ? Self.folder : file.target == nil ? Self.file : Self.link
        }
        return modes.isEmpty ? nil : modes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private static let (file, folder, link) = (0o100644, 0o040000, 0o120000)

    private static func text(_ path: String, _ text: String) -> File { File(path: path, data: Data(text.utf8)) }

    /// Returns the files of a repository whose README is not simply in `README.md`. The README comes first.
    private static func unusual(_ fullName: String) -> [File]? {
        switch fullName {
        case "odd-samples/readme-link":
            let manual = text("docs/manual.md", "# Manual\n\nThe real manual: descaling\n")
            return [File(path: "README.md", data: manual.data, target: manual.path), manual]
        case "odd-samples/readme-markdown":
            return [
                text("README.markdown", "# Kettle\n\nA kettle for quiet boiling\n"),
                text("docs/README.md", "# Documentation\n\nHow to build these docs\n"),
            ]
        case "odd-samples/readme-in-github":
            return [
                text(".github/README.md", "# Front\n\nThe page shows this front door\n"),
                text("README.md", "# Back\n\nThis back door is for packages\n"),
            ]
        case "odd-samples/readme-in-docs":
            return [text("docs/README.md", "# Guide\n\nA lone guide with a [chapter](chapter.md)\n")]
        case "odd-samples/readme-large":
            return [
                text("README.md", "# Large\n\n" + String(repeating: "A line of a long list, größer\n", count: 42_000))
            ]
        case "odd-samples/readme-windows":
            // In Latin-1, but for a dash and a euro sign.
            let text = "# Caf\u{E9} \u{96} Stra\u{DF}e\r\n\r\nVoil\u{E0}: 5 \u{80}\r\n"
            return [
                File(path: "README.md", data: Data(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }))
            ]
        default: return nil
        }
    }
}
