public import StargazerCore
import Synchronization

/// The package lists of a machine, which a test sets and answers from by hand.
public final class ManualPackages: Sendable {
    private struct State {
        var found: [String: MachinePackages] = [:]
        var isHeld = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var lookups: [String] = []
        var searches: [String] = []
        var isAvailable = true
        var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastID = 0
    }

    private let state: Mutex<State>

    /// - Parameter found: by `owner/name`.
    public init(_ found: [String: MachinePackages] = [:]) { state = Mutex(State(found: found)) }

    public var lookup: MachinePackageLookup {
        MachinePackageLookup(
            isAvailable: { self.state.withLock { $0.isAvailable } }, packages: { await self.packages(of: $0) },
            findFormerName: { subject in self.state.withLock { $0.searches.append(subject.path.description) } },
            changes: { self.changes() })
    }

    /// The lookups so far: `owner/name`, and the site after a space.
    public var lookups: [String] { state.withLock { $0.lookups } }
    /// The repositories for which an older name was searched for.
    public var searches: [String] { state.withLock { $0.searches } }
    /// The number of followers.
    public var listeners: Int { state.withLock { $0.listeners.count } }

    /// Takes the lists away.
    public func removeLists() { state.withLock { $0.isAvailable = false } }

    /// Lookups wait until `release`.
    public func hold() { state.withLock { $0.isHeld = true } }

    public func release() {
        let waiting = state.withLock { state in
            state.isHeld = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.resume() }
    }

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
        let (found, isHeld) = state.withLock { state in
            state.lookups.append([text, subject.homepage].compactMap(\.self).joined(separator: " "))
            let result: PackageLookupResult =
                state.isAvailable ? state.found[text].map(PackageLookupResult.found) ?? .nothing : .unavailable
            return (result, state.isHeld)
        }
        if isHeld {
            await withCheckedContinuation { continuation in
                let isReleased = state.withLock { state in
                    if state.isHeld { state.waiting.append(continuation) }
                    return !state.isHeld
                }
                if isReleased { continuation.resume() }
            }
        }
        return found
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
