import Foundation
import Glibc

/// Collects the source packages of the machine's lists, and those of installed packages that no list has.
struct PackageIndexBuilder {
    /// Far more than any machine needs; `apt-cache` takes less than a second.
    private static let limit = Duration.seconds(60)

    private let architecture: String
    private var sources: [String: SourcePackage] = [:]
    /// The sources of each homepage.
    private var homepages: [PackageHomepage: Set<String>] = [:]
    private var listed: Set<String> = []

    init(architecture: String) { self.architecture = architecture }

    var allSources: [SourcePackage] { Array(sources.values) }

    /// Which sources each homepage has.
    var links: [PackageLink] {
        homepages.flatMap { homepage, names in
            names.map { PackageLink(key: homepage.key, source: $0, isPart: homepage.isPart) }
        }
    }

    /// - Parameter isListed: whether it is from the lists.
    mutating func add(_ stanza: PackageStanza, isListed: Bool = true) {
        guard stanza.isFor(architecture), listed.insert(stanza.name).inserted else { return }
        guard let homepage = PackageHomepage(stanza.homepage) else { return }
        let name = stanza.sourceName
        if SourcePackage.isWrapper(name) { return }
        sources[name, default: SourcePackage(name: name)].binaries.append(
            SourcePackage.Binary(stanza, homepage, isListed: isListed))
        homepages[homepage, default: []].insert(name)
    }

    /// Reads the lists of the machine.
    /// - Returns: nil when `apt-cache` fails, or is not through with them in time, or the status is not complete.
    static func read(
        _ machine: PackageMachine, architecture: String, _ cancellation: WorkerCancellation
    ) -> PackageIndexBuilder? {
        guard
            let process = WorkerProcess(
                machine.aptCache, arguments: ["dumpavail"], environment: ["LC_ALL": "C", "PATH": "/usr/bin:/bin"])
        else { return nil }
        var builder = PackageIndexBuilder(architecture: architecture)
        var reader = StanzaReader()
        let end = SuspendingClock.now + limit
        let isComplete = process.readOutput(until: end, cancellation) { piece in
            reader.read(piece) { builder.add($0) }
        }
        let status = isComplete ? process.end(waitingUntil: end) : process.end()
        guard isComplete, status == 0, !builder.listed.isEmpty, let own = InstalledPackages.stanzas(machine) else {
            return nil
        }
        reader.finish { builder.add($0) }
        for stanza in own where stanza.isInstalled { builder.add(stanza, isListed: false) }
        return builder
    }
}

struct PackageLink {
    /// That of a ``PackageHomepage``.
    let key: String
    let source: String
    let isPart: Bool
}

extension PackageHomepage {
    fileprivate var isPart: Bool { if case .repository(_, true) = self { true } else { false } }
}
