public import StargazerCore
import Synchronization

/// The package lists of a machine, which a test sets and answers from by hand.
public final class ManualPackages: Sendable {
    private struct State {
        var found: [String: MachinePackages] = [:]
        var lookups: [String] = []
        var searches: [String] = []
        var finishedSearches: [String] = []
        var isAvailable = true
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastID = 0
    }

    private let state: Mutex<State>
    private let lookupGate = AsyncGate()
    private let searchGate = AsyncGate()

    /// - Parameter found: by `owner/name`.
    public init(_ found: [String: MachinePackages] = [:]) { state = Mutex(State(found: found)) }

    public var lookup: MachinePackageLookup {
        MachinePackageLookup(
            isAvailable: { self.state.withLock { $0.isAvailable } }, packages: { await self.packages(of: $0) },
            findFormerName: { await self.findFormerName(of: $0) },
            changes: { self.changes() })
    }

    /// The lookups so far: `owner/name`, and the site after a space.
    public var lookups: [String] { state.withLock { $0.lookups } }
    /// The repositories for which an older name was searched for.
    public var searches: [String] { state.withLock { $0.searches } }
    /// Those of them that were not canceled.
    public var finishedSearches: [String] { state.withLock { $0.finishedSearches } }
    /// The number of followers.
    public var listeners: Int { state.withLock { $0.listeners.count } }

    /// Takes the lists away.
    public func removeLists() { state.withLock { $0.isAvailable = false } }

    /// Lookups wait until `release`.
    public func hold() { lookupGate.close() }
    public func release() { lookupGate.open() }

    /// Searches for older names wait until `releaseSearches`.
    public func holdSearches() { searchGate.close() }
    public func releaseSearches() { searchGate.open() }

    /// Changes what is found, and tells the followers.
    public func set(_ found: MachinePackages?, of path: String) {
        let listeners = state.withLock { state in
            state.found[path] = found
            return state.listeners.values
        }
        for listener in listeners { listener.yield() }
    }

    private func packages(of subject: PackageSubject) async -> PackageLookupResult {
        let text = subject.path.description
        // What a lookup finds is of the moment when it began.
        let found = state.withLock { state in
            state.lookups.append([text, subject.homepage].compactMap(\.self).joined(separator: " "))
            return state.isAvailable ? state.found[text].map(PackageLookupResult.found) ?? .nothing : .unavailable
        }
        await lookupGate.pass()
        return found
    }

    private func findFormerName(of subject: PackageSubject) async {
        let text = subject.path.description
        state.withLock { $0.searches.append(text) }
        await searchGate.pass()
        if !Task.isCancelled { state.withLock { $0.finishedSearches.append(text) } }
    }

    private func changes() -> AsyncStream<Void> {
        AsyncStream { continuation in
            let id = state.withLock { state in
                state.lastID += 1
                state.listeners[state.lastID] = continuation
                return state.lastID
            }
            continuation.onTermination = { [weak self] _ in
                _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
            }
        }
    }
}

extension MachinePackages {
    /// Returns programs of version 1.2 in Debian, of which the given ones are installed.
    public static func sample(_ names: String..., installed: Set<String> = [], others: Int = 0) -> MachinePackages {
        MachinePackages(
            distribution: "Debian",
            programs: names.map { Package(name: $0, version: "1.2", isInstalled: installed.contains($0)) },
            otherProgramCount: others)
    }
}
