/// What the package lists of this machine have of one repository.
///
/// The lists are the distribution's own (`apt`), so this needs no network. `nil` in place of a value means that the
/// lists have nothing of the repository, or that there are no lists.
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

        public var id: String { name }

        public init(name: String, version: String, isInstalled: Bool, commands: [String] = []) {
            self.name = name
            self.version = version
            self.isInstalled = isInstalled
            self.commands = commands
        }
    }

    /// The distribution's name: `Debian`.
    public let distribution: String
    /// Packages with programs, the one that people want first; at most three.
    public let programs: [Package]
    /// How many more binary packages of programs the same sources have.
    public let otherProgramCount: Int
    /// The package for developers, where there are no programs: `libfoo-dev`.
    public let library: Package?

    public init(distribution: String, programs: [Package], otherProgramCount: Int = 0, library: Package? = nil) {
        self.distribution = distribution
        self.programs = programs
        self.otherProgramCount = otherProgramCount
        self.library = library
    }
}

/// Where packages are looked up: the index of the machine's lists, or a table in a test.
public struct MachinePackageLookup: Sendable {
    /// The packages of a repository, by its path and its own site; makes the index first where that is due.
    public let packages: @Sendable (_ path: RepositoryPath, _ homepage: String?) async -> MachinePackages?
    /// A value each time that the lists or dpkg's status have changed.
    public let changes: @Sendable () -> AsyncStream<Void>

    public init(
        packages: @escaping @Sendable (_ path: RepositoryPath, _ homepage: String?) async -> MachinePackages?,
        changes: @escaping @Sendable () -> AsyncStream<Void>
    ) {
        self.packages = packages
        self.changes = changes
    }

    /// Finds nothing.
    public static let empty = MachinePackageLookup(packages: { _, _ in nil }, changes: { AsyncStream { $0.finish() } })
}
