public import Foundation
public import StargazerCore

/// Finds the packages of repositories in the lists of this machine. Where it has none, nothing is found.
///
/// The index is made when it is first needed, and again after the lists or the installed packages have changed. Until a
/// new one is complete, the old one answers; what is installed is always as `dpkg` says.
public actor MachinePackageIndex {
    private let file: URL
    private let machine: PackageMachine
    private let changeStreams = StreamBroadcaster<Void>()

    private var index: PackageIndexFile?
    private var installed: InstalledPackages?
    /// Makes a new index.
    private var building: Task<Void, Never>?
    /// What could not be read; it is not read again before it changes.
    private var failedStamp: String?
    /// What the machine had at the last check.
    private var lastStamp: String?
    private var watchers: [LibraryFileWatcher] = []
    private var states: PackageStates?
    private let delays: [Double]?

    /// - Parameters:
    ///   - folder: of the cache.
    ///   - delays: seconds after a change of a file until it is looked at; nil to look when asked only.
    public init(folder: URL, machine: PackageMachine = .own, delays: [Double]? = [0.1, 1, 3]) {
        file = folder.appending(path: "packages.sqlite")
        self.machine = machine
        self.delays = delays
    }

    /// The form in which the screens ask.
    public nonisolated var lookup: MachinePackageLookup {
        MachinePackageLookup(
            packages: { [self] in await packages(of: $0, homepage: $1) }, changes: { [self] in changes() })
    }

    public nonisolated func changes() -> AsyncStream<Void> { changeStreams.open() }

    func packages(of path: RepositoryPath, homepage: String?) async -> MachinePackages? {
        await prepare()
        guard let index, let installed else { return nil }
        let name = path.name.text
        let found = index.read { try $0.sources(of: path, homepage: homepage) } ?? []
        guard let choice = PackageRule.choice(of: found, for: name, isInstalled: installed.contains) else {
            return nil
        }
        let shown = choice.programs.prefix(PackageRule.maxPrograms).map { package(of: $0, for: name, installed) }
        return MachinePackages(
            distribution: machine.distribution, programs: shown,
            otherProgramCount: choice.programs.count - shown.count,
            library: choice.library.map { package(of: $0, for: name, installed) })
    }

    /// The addresses of other repositories with this name that the lists know. A repository that was renamed may have
    /// had one of them; that alone does not make them the same.
    public func formerPaths(of path: RepositoryPath) async -> [RepositoryPath] {
        await prepare()
        return index?.read { try $0.namesakes(of: path) } ?? []
    }

    private func package(
        of binary: SourcePackage.Binary, for repository: String, _ installed: InstalledPackages
    ) -> MachinePackages.Package {
        let version = installed.version(of: binary.name)
        let commands = version != nil ? installed.commands(of: binary.name, machine) : []
        let isTold = commands.contains { $0.lowercased() == repository.lowercased() }
        return MachinePackages.Package(
            name: binary.name, version: version ?? binary.version, isInstalled: version != nil,
            commands: isTold ? [] : commands)
    }

    // MARK: States of favorites

    /// What the favorites' queries ask. Waits for the first index.
    func preparedStates() async -> PackageStates? {
        await prepare()
        return currentStates
    }

    /// The same without waiting; nil until there is an index.
    func availableStates() -> PackageStates? {
        update()
        return currentStates
    }

    private var currentStates: PackageStates? {
        guard let index, let installed else { return nil }
        if let states, states.index === index, states.installed.digest == installed.digest { return states }
        states = PackageStates(index: index, installed: installed)
        return states
    }

    // MARK: Making

    /// Waits for an index if there is none.
    private func prepare() async {
        update()
        if index == nil, let building { await building.value }
    }

    /// Looks at the machine, and begins a new index if the present one is out of date.
    private func update() {
        guard machine.isAvailable else { return }
        watch()
        if FileStamp(machine.status) != installed?.stamp, let new = InstalledPackages(machine) { installed = new }
        if index == nil { index = PackageIndexFile(file) }
        guard let stamp, stamp != index?.stamp, stamp != failedStamp, building == nil else { return }
        build(stamp)
    }

    /// Tells the lists and the installed packages apart from others; nil while one of them is missing.
    private var stamp: String? {
        guard let installed, let lists = machine.listsStamp else { return nil }
        return lists + "\n" + installed.digest
    }

    private func build(_ stamp: String) {
        guard let architecture = installed?.architecture else { return }
        let lists = machine.listsStamp
        building = Task { [machine, file, weak self] in
            let isBuilt = await WorkerProcess.onThread("packages") { cancellation in
                guard
                    let builder = PackageIndexBuilder.read(machine, architecture: architecture, cancellation),
                    machine.listsStamp == lists
                else { return false }
                // Without room in the cache there is no index.
                return (try? PackageIndexFile.write(builder, stamp: stamp, to: file)) != nil
            }
            await self?.built(stamp, isBuilt)
        }
    }

    private func built(_ stamp: String, _ isBuilt: Bool) {
        building = nil
        if isBuilt, let new = PackageIndexFile(file) {
            index = new
            changeStreams.notify(())
        } else {
            failedStamp = stamp
            // What changed meanwhile is read at once.
            if self.stamp != stamp { update() }
        }
    }

    // MARK: Changes

    private func watch() {
        guard watchers.isEmpty, let delays else { return }
        watchers = [machine.lists, machine.dpkg].compactMap { folder in
            LibraryFileWatcher(folder: URL(filePath: folder), after: delays) { [weak self] in
                Task { await self?.checkForChanges() }
            }
        }
    }

    /// Looks whether the lists or the installed packages have changed. A new index waits until nothing has changed
    /// between two looks.
    func checkForChanges() {
        let known = installed?.stamp
        if FileStamp(machine.status) != known, let new = InstalledPackages(machine) {
            installed = new
            changeStreams.notify(())
        }
        let stamp = stamp
        if stamp == lastStamp { update() }
        lastStamp = stamp
    }

    /// Ends when no index is being made.
    func settle() async { await building?.value }
}
