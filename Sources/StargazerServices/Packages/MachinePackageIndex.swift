public import Foundation
public import StargazerCore
public import StargazerLibrary
import Synchronization

/// Finds the packages of repositories in the lists of this machine. Where it has none, nothing is found.
///
/// The index is made when it is first needed, and again after the lists or the installed packages have changed. Until a
/// new one is complete, the old one answers; what is installed is always as `dpkg` says.
public actor MachinePackageIndex {
    /// Returns the ID that a repository of this name has on a host; nil where there is none.
    public typealias FindID = @Sendable (RepositoryPath, _ host: String) async throws(CatalogFailure) -> ItemID?

    /// Seconds without a change after which a run of `apt` counts as over.
    static let calm: TimeInterval = 2
    /// Seconds after which lists that could not be read are read again, when they are needed.
    static let failurePause: TimeInterval = 300
    /// How long a search of favorites waits for the first index. Later `changes` tells of it.
    static let patience = Duration.seconds(3)
    /// How many older names of a repository are tried, one at a time.
    private static let maxFormerNames = 3

    private let file: URL
    private let machine: PackageMachine
    private let time: TimeSource
    private let changeStreams = StreamBroadcaster<Void>()
    /// Read when it is needed, and not while the application starts.
    private lazy var formerNames = FormerNames(folder: file.deletingLastPathComponent())
    /// Returns the title that the library knows a favorite by from before.
    private let formerTitle = Mutex<(@Sendable (ItemID) async -> String?)?>(nil)

    private var index: PackageIndexFile?
    private var installed: InstalledPackages?
    /// Makes a new index.
    private var building: Task<Void, Never>?
    /// What could not be read, and when.
    private var failure: (stamp: String, at: Date)?
    /// What the machine had at the last check, and when it changed before that; nil after a run of `apt`.
    private var seen: (stamp: String?, changedAt: Date?)?
    private var watchers: [FolderWatcher] = []
    private var states: CurrentStates?
    private var asking: Set<ItemID> = []
    private let delays: [Double]?
    /// Nil for any time.
    private let patience: Duration?

    /// - Parameters:
    ///   - folder: of the cache.
    ///   - delays: seconds after a change of a file until it is looked at; nil to look when asked only.
    ///   - endsAfterSearch: whether the process has no time to search again after a change. Then it waits for the newest
    ///   index.
    public init(
        folder: URL, machine: PackageMachine = .own, time: TimeSource = .system, delays: [Double]? = [0.1, 1, 3],
        endsAfterSearch: Bool = false
    ) {
        file = folder.appending(path: "packages.sqlite")
        self.machine = machine
        self.time = time
        self.delays = delays
        patience = endsAfterSearch ? nil : Self.patience
    }

    /// The form in which the screens ask.
    /// - Parameter findID: asks the server.
    public nonisolated func lookup(findID: @escaping FindID) -> MachinePackageLookup {
        MachinePackageLookup(
            isAvailable: { [machine] in machine.isAvailable }, packages: { [self] in await packages(of: $0) },
            findFormerName: { [self] in await findFormerName(of: $0, findID) }, changes: { [self] in changes() })
    }

    public nonisolated func changes() -> AsyncStream<Void> { changeStreams.open() }

    func packages(of subject: PackageSubject) async -> PackageLookupResult {
        guard subject.isOnGitHub else { return .unavailable }
        await prepare()
        var sources = await sources(of: subject)
        // One that is damaged is made again.
        if sources == nil, index != nil {
            await prepare()
            sources = await self.sources(of: subject)
        }
        guard let sources, let installed else { return .unavailable }
        let name = subject.path.name.text
        guard let choice = PackageRule.choice(of: sources, for: name, isInstalled: installed.contains) else {
            return .nothing
        }
        let shown = choice.programs.prefix(PackageRule.maxPrograms).map { package(of: $0, for: name, installed) }
        return .found(
            MachinePackages(
                distribution: machine.distribution, programs: shown,
                otherProgramCount: choice.programs.count - shown.count,
                library: choice.library.map { package(of: $0, for: name, installed) }))
    }

    /// - Returns: nil without an index, or with one that is damaged.
    private func sources(of subject: PackageSubject) async -> [SourcePackage]? {
        let title = await formerTitle.withLock { $0 }?(subject.id)
        return index?.read { try $0.sources(of: subject, formerTitle: title, formerNames.names) }
    }

    private func package(
        of binary: SourcePackage.Binary, for repository: String, _ installed: InstalledPackages
    ) -> MachinePackages.Package {
        let version = installed.version(of: binary.name)
        let commands = version != nil ? installed.commands(of: binary.name, machine) : []
        let isTold = commands.contains { $0.lowercased() == repository.lowercased() }
        return MachinePackages.Package(
            name: binary.name, version: version ?? binary.version, isInstalled: version != nil,
            commands: isTold ? [] : commands,
            // One that is newer was installed from elsewhere.
            isListed: binary.isListed
                && version?.compare(binary.version, options: .numeric) != .orderedDescending)
    }

    // MARK: Older names

    /// The library answers for favorites without a request.
    private nonisolated func use(formerTitle title: @escaping @Sendable (ItemID) async -> String?) {
        formerTitle.withLock { $0 = title }
    }

    /// Asks the server once for each name, and at most once a call, whether it leads to the repository. A fork has the
    /// name of its origin, so it is not asked about.
    func findFormerName(of subject: PackageSubject, _ findID: FindID) async {
        guard subject.isOnGitHub, !subject.isFork, machine.isAvailable, asking.insert(subject.id).inserted else {
            return
        }
        defer { asking.remove(subject.id) }
        if index == nil { index = PackageIndexFile(file) }
        guard await sources(of: subject)?.isEmpty == true else { return }
        let candidates = index?.read { try $0.namesakes(of: subject.path) } ?? []
        guard
            let former = candidates.prefix(Self.maxFormerNames).first(where: { !formerNames.isAnswered(subject.id, $0) }
            )
        else { return }
        let found: ItemID?
        // Without a response, the next call asks again.
        do { found = try await findID(former, subject.id.host) } catch { return }
        formerNames.record(subject.id, former, isSame: found == subject.id)
        if found == subject.id { changeStreams.notify(()) }
    }

    // MARK: States of favorites

    /// The form in which the library asks.
    public nonisolated var stateSource: PackageStateSource {
        PackageStateSource(
            prepared: { [self] in await preparedStates() }, available: { [self] in await availableStates() },
            changes: { [self] in changes() }, useFormerTitle: { [self] in use(formerTitle: $0) })
    }

    func preparedStates() async -> PackageStates? {
        update()
        if index == nil || patience == nil { await settle(atMost: patience) }
        return currentStates
    }

    func availableStates() -> PackageStates? {
        update()
        return currentStates
    }

    /// The states by one index, one status and the former names of a time.
    private struct CurrentStates {
        let index: PackageIndexFile
        let digest: String
        let namesRevision: Int
        let states: PackageStates
    }

    private var currentStates: PackageStates? {
        guard let index, let installed else { return nil }
        let revision = formerNames.revision
        if let states, states.index === index, states.digest == installed.digest, states.namesRevision == revision {
            return states.states
        }
        let keys = index.read { try $0.keys() } ?? []
        let new = PackageStates { [formerNames] subjects in
            let names = formerNames.names
            return index.read { reader in
                try subjects.map { subject in
                    guard let path = RepositoryPath(subject.title) else { return [] }
                    let sources = try reader.sources(
                        of: PackageSubject(id: subject.id, path: path, homepage: subject.homepage),
                        formerTitle: subject.formerTitle, names, among: keys)
                    return installed.states(of: sources, path)
                }
            } ?? []
        }
        states = CurrentStates(index: index, digest: installed.digest, namesRevision: revision, states: new)
        return new
    }

    // MARK: Making

    /// Waits for an index if there is none.
    private func prepare() async {
        update()
        if index == nil { await settle() }
    }

    /// Ends when no index is being made, or after a time.
    func settle(atMost limit: Duration? = nil) async {
        guard let building else { return }
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        Task {
            await building.value
            end.finish()
        }
        let alarm = limit.map { [time] limit in
            Task {
                // It ends early after the index.
                try? await time.sleep(limit)
                end.finish()
            }
        }
        for await _ in ends {}
        alarm?.cancel()
    }

    /// Looks at the machine, and begins a new index if the present one is out of date.
    private func update() {
        guard machine.isAvailable else { return }
        watch()
        let stamp = readStamp()
        if seen == nil { seen = (stamp, nil) }
        if index?.isDamaged ?? true { index = PackageIndexFile(file) }
        guard let stamp, let installed, stamp != index?.stamp, building == nil, isCalm || index == nil else { return }
        if let failure, failure.stamp == stamp, elapsed(since: failure.at) < Self.failurePause { return }
        build(stamp, installed)
    }

    /// Reads what is installed, if it has changed.
    /// - Returns: what tells the lists and the installed packages apart from others; nil while one of them is missing.
    private func readStamp() -> String? {
        if FileStamp(machine.status) != installed?.stamp, let new = InstalledPackages(machine) { installed = new }
        return installed.flatMap { machine.stamp(with: $0) }
    }

    private func build(_ stamp: String, _ installed: InstalledPackages) {
        building = Task { [machine, file, weak self] in
            let isBuilt = await WorkerProcess.onThread("packages") { cancellation in
                guard
                    let builder = PackageIndexBuilder.read(
                        machine, architecture: installed.architecture, cancellation),
                    machine.stamp(with: installed) == stamp
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
            failure = nil
            changeStreams.notify(())
        } else {
            failure = (stamp, time.now())
        }
        // What changed meanwhile is read at once.
        update()
    }

    // MARK: Changes

    private func watch() {
        guard watchers.isEmpty, let delays else { return }
        watchers = [machine.lists, machine.dpkg].compactMap { folder in
            FolderWatcher(folder: URL(filePath: folder), after: delays) { [weak self] in
                Task { await self?.checkForChanges() }
            }
        }
    }

    private var isCalm: Bool { seen?.changedAt.map { elapsed(since: $0) >= Self.calm } ?? true }

    /// A clock that was set back ends a pause.
    private func elapsed(since date: Date) -> TimeInterval {
        let seconds = time.now().timeIntervalSince(date)
        return seconds < 0 ? .infinity : seconds
    }

    /// Looks whether the lists or the installed packages have changed. A run of `apt` changes them for minutes: its first
    /// change is reported at once, the rest and a new index when it is over.
    func checkForChanges() {
        let (wasCalm, stamp) = (isCalm, readStamp())
        let isChanged = stamp != seen?.stamp
        let isOver = !isChanged && wasCalm && seen?.changedAt != nil
        if isChanged { seen = (stamp, time.now()) }
        if isOver { seen?.changedAt = nil }
        if isOver || isChanged && wasCalm { changeStreams.notify(()) }
        if isCalm, stamp != index?.stamp { update() }
    }
}

extension InstalledPackages {
    /// Returns what a query can ask about a repository with these sources.
    fileprivate func states(of sources: [SourcePackage], _ path: RepositoryPath) -> PackageStates.States {
        guard let choice = PackageRule.choice(of: sources, for: path.name.text, isInstalled: contains) else {
            return []
        }
        var states: PackageStates.States = choice.programs.isEmpty ? .library : .packaged
        let shown = choice.programs.prefix(PackageRule.maxPrograms) + [choice.library].compactMap(\.self)
        if shown.contains(where: { contains($0.name) }) { states.insert(.installed) }
        return states
    }
}
