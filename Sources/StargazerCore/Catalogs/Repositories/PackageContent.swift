public import StargazerLibrary

/// A package as the details offer it.
public struct PackageContent: Equatable, Sendable, Identifiable {
    public let name: PackageName
    public let version: String
    /// `Debian`; nil where the lists do not tell.
    public let distribution: String?
    public let isInstalled: Bool
    /// A package for developers.
    public let isLibrary: Bool
    /// The commands of an installed package whose names are not the package's: `fdfind`.
    public let commands: [String]

    public var id: PackageName { name }
    /// The command that installs it.
    public var command: String { "sudo apt install \(name)" }

    /// In characters. Lists on this machine may come from anybody.
    private static let maxWordLength = 100

    init?(_ package: MachinePackages.Package, distribution: String?, isLibrary: Bool = false) {
        guard let name = PackageName(package.name) else { return nil }
        let clean = { CleanText.line($0, limit: Self.maxWordLength) }
        (self.name, self.isLibrary, isInstalled) = (name, isLibrary, package.isInstalled)
        version = clean(package.version)
        self.distribution = package.isListed ? distribution.map(clean).flatMap { $0.isEmpty ? nil : $0 } : nil
        commands = package.commands.map(clean).filter { !$0.isEmpty && $0 != package.name }
    }
}

/// The packages of a repository, best first.
public struct PackagesContent: Equatable, Sendable {
    /// Never none.
    public let packages: [PackageContent]
    /// How many more there are; nil for none.
    public let others: NumberContent?

    /// - Returns: nil without a package that can be named in a command.
    init?(_ found: MachinePackages, formats: Formats) {
        let programs = found.programs.compactMap { PackageContent($0, distribution: found.distribution) }
        let library = found.library.flatMap {
            PackageContent($0, distribution: found.distribution, isLibrary: true)
        }
        let all = programs.isEmpty ? [library].compactMap(\.self) : programs
        guard !all.isEmpty else { return nil }
        packages = all
        let count = programs.isEmpty ? 0 : max(0, found.otherProgramCount)
        others = count > 0 ? NumberContent(count, formats: formats) : nil
    }
}

/// The name of a package in Debian's grammar, safe in a command and in an address.
public struct PackageName: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    public var description: String { text }

    /// In bytes. Twice the longest name that Debian has.
    private static let maxLength = 200

    /// - Returns: nil for any other text, such as a name with its architecture.
    public init?(_ text: String) {
        let bytes = text.utf8
        guard bytes.count >= 2, bytes.count <= Self.maxLength, let first = bytes.first, Self.isLetterOrDigit(first),
            bytes.allSatisfy({ Self.isLetterOrDigit($0) || Self.marks.contains($0) })
        else { return nil }
        self.text = text
    }

    private static let marks = Set("+-.".utf8)

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }
}
