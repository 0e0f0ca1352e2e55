import Foundation
public import StargazerLibrary

/// What the package lists of this machine have of one repository.
///
/// The lists are those of `apt`, so this needs no network.
public struct MachinePackages: Equatable, Sendable {
    public struct Package: Equatable, Sendable, Identifiable {
        /// The binary package, as `apt install` takes it.
        public let name: String
        /// The version that is installed, or else the one in the lists, without epoch and without the distribution's revision: `0.8.0`.
        public let version: String
        /// dpkg says `ok installed`.
        public let isInstalled: Bool
        /// Commands of an installed package that the repository's name does not tell: `fdfind`, `batcat`.
        public let commands: [String]
        /// Whether the lists have this version or a newer one. Another one was installed from elsewhere.
        public let isListed: Bool

        public var id: String { name }

        public init(
            name: String, version: String, isInstalled: Bool, commands: [String] = [], isListed: Bool = true
        ) {
            self.name = name
            self.version = version
            self.isInstalled = isInstalled
            self.commands = commands
            self.isListed = isListed
        }
    }

    /// The distribution that all lists are of: `Debian`; nil where they are of several, or do not tell.
    public let distribution: String?
    /// Packages with programs, the one that people want first; at most three.
    public let programs: [Package]
    /// How many more binary packages of programs the same sources have.
    public let otherProgramCount: Int
    /// The package for developers, where there are no programs: `libfoo-dev`.
    public let library: Package?

    public init(distribution: String?, programs: [Package], otherProgramCount: Int = 0, library: Package? = nil) {
        self.distribution = distribution
        self.programs = programs
        self.otherProgramCount = otherProgramCount
        self.library = library
    }
}

/// The repository that packages are looked up for.
public struct PackageSubject: Hashable, Sendable {
    public let id: ItemID
    public let path: RepositoryPath
    /// Its own site; nil for a fork, which has the site of its origin.
    public let homepage: String?
    public let isFork: Bool

    public init(id: ItemID, path: RepositoryPath, homepage: String? = nil, isFork: Bool = false) {
        (self.id, self.path, self.isFork) = (id, path, isFork)
        self.homepage = isFork ? nil : homepage
    }

    /// - Returns: nil for an item that is no repository.
    public init?(_ item: Item) {
        guard let repository = item.repository, let path = repository.path else { return nil }
        self.init(
            id: item.id, path: path, homepage: repository.homepage?.absoluteString, isFork: repository.isFork)
    }
}

/// The result of a lookup.
public enum PackageLookupResult: Equatable, Sendable {
    /// There are no lists to look into, or they tell nothing of the repository's server.
    case unavailable
    /// The lists do not have the repository.
    case nothing
    case found(MachinePackages)

    public var packages: MachinePackages? { if case .found(let packages) = self { packages } else { nil } }
}

/// Where packages are looked up: the index of the machine's lists, or a table in a test.
public struct MachinePackageLookup: Sendable {
    /// Whether this machine has lists.
    public let isAvailable: @Sendable () -> Bool
    /// The packages of a repository; makes the index first where that is due.
    public let packages: @Sendable (PackageSubject) async -> PackageLookupResult
    /// Asks the server whether a repository that the lists do not have is one of theirs under an older name. Does nothing
    /// while there is no index. `changes` tells of a repository that was found.
    public let findFormerName: @Sendable (PackageSubject) async -> Void
    /// A value each time that the result of a lookup may have changed.
    public let changes: @Sendable () -> AsyncStream<Void>

    public init(
        isAvailable: @escaping @Sendable () -> Bool,
        packages: @escaping @Sendable (PackageSubject) async -> PackageLookupResult,
        findFormerName: @escaping @Sendable (PackageSubject) async -> Void,
        changes: @escaping @Sendable () -> AsyncStream<Void>
    ) {
        self.isAvailable = isAvailable
        self.packages = packages
        self.findFormerName = findFormerName
        self.changes = changes
    }

    /// A machine without lists.
    public static let empty = MachinePackageLookup(
        isAvailable: { false }, packages: { _ in .unavailable }, findFormerName: { _ in },
        changes: { AsyncStream { $0.finish() } })
}
