public import Foundation
public import Observation
public import StargazerLibrary

/// What this machine can have of a repository, and how it is installed.
///
/// The packages are looked up while they are shown, and no earlier: moving the selection looks nothing up. It is local
/// knowledge. Only for a repository that the lists may know by an older name, one request is sent, once.
@MainActor @Observable public final class GetItViewModel {
    public private(set) var packages = PackagesPhase.unknown
    /// The page with the releases.
    public private(set) var releases: URL?

    @ObservationIgnored private let lookup: MachinePackageLookup
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let network: (any NetworkStatus)?
    @ObservationIgnored private var subject: PackageSubject?
    /// The packages that the desktop was asked to install and has not responded about.
    @ObservationIgnored private var requested: Set<PackageName> = []
    @ObservationIgnored private var following: Task<Void, Never>?
    @ObservationIgnored private var slow: Task<Void, Never>?
    /// Searches for an older name, once while the packages show.
    @ObservationIgnored private var search: Task<Void, Never>?

    /// The time after which a spinner shows.
    static let slowThreshold = Duration.milliseconds(500)

    public init(
        lookup: MachinePackageLookup, time: TimeSource, formats: Formats, network: (any NetworkStatus)? = nil
    ) {
        self.lookup = lookup
        self.network = network
        self.time = time
        self.formats = formats
    }

    isolated deinit { cancel() }

    /// Looks the packages of an item up, and follows what is installed and removed until `close`.
    ///
    /// What was found for the same item before stays until then.
    public func open(_ item: Item) {
        let subject = PackageSubject(item)
        if subject == self.subject, following != nil { return }
        stop()
        if subject != self.subject { packages = .unknown }
        self.subject = subject
        releases = item.repository?.webURL?.asWebURL?.appending(path: "releases")
        guard let subject else {
            packages = .unavailable
            return
        }
        follow(subject)
    }

    /// Asks for an older name of an item whose page is open, so that its packages are known when the user looks.
    func detailsLoaded(_ item: Item) {
        guard let subject = PackageSubject(item), network?.isAvailable != false else { return }
        Task { [lookup] in await lookup.findFormerName(subject) }
    }

    /// Follows the packages no longer.
    public func close() { stop() }

    /// Asks the desktop to install a package, the next way when one is missing. Which of them the user then takes is
    /// seen in the packages alone.
    public func install(_ package: PackageContent, by desktop: some PackageInstallers) async {
        guard requested.insert(package.name).inserted else { return }
        defer { requested.remove(package.name) }
        let response = await desktop.askSoftwareCenter(toInstall: package.name)
        guard !response.isFinal else { return }
        if await desktop.openAddress("apt:\(package.name)") { return }
        desktop.offerCommand(package.command)
    }

    private func follow(_ subject: PackageSubject) {
        if packages == .unknown { packages = .looking(isSlow: false) }
        // What changes during the first lookup counts as well.
        let changes = lookup.changes()
        following = Task { [weak self, lookup] in
            let found = await lookup.packages(subject)
            self?.show(found, of: subject)
            for await _ in changes {
                let found = await lookup.packages(subject)
                self?.show(found, of: subject)
            }
        }
        slow = Task { [weak self, time] in
            do { try await time.sleep(Self.slowThreshold) } catch { return }
            if self?.packages == .looking(isSlow: false) { self?.packages = .looking(isSlow: true) }
        }
    }

    private func show(_ result: PackageLookupResult, of subject: PackageSubject) {
        guard !Task.isCancelled, subject == self.subject else { return }
        slow?.cancel()
        let phase: PackagesPhase =
            switch result {
            case .unavailable: .unavailable
            case .nothing: .nothing
            case .found(let found): PackagesContent(found, formats: formats).map(PackagesPhase.found) ?? .nothing
            }
        if phase != packages { packages = phase }
        guard phase == .nothing, search == nil, network?.isAvailable != false else { return }
        // What this finds is a change of the lookup.
        search = Task { [lookup] in await lookup.findFormerName(subject) }
    }

    private func cancel() {
        for task in [following, slow, search] { task?.cancel() }
    }

    private func stop() {
        cancel()
        (following, slow, search) = (nil, nil, nil)
        if case .looking = packages { packages = .unknown }
    }
}

/// What is known of the packages of a repository.
public enum PackagesPhase: Equatable, Sendable {
    /// Not looked up yet.
    case unknown
    /// `isSlow` after 500 ms, when a spinner shows.
    case looking(isSlow: Bool)
    case found(PackagesContent)
    /// The lists have none.
    case nothing
    /// There are no lists.
    case unavailable
}

/// The ways to install a package. The program itself installs nothing.
@MainActor public protocol PackageInstallers {
    /// Asks the program of the desktop that installs packages, such as GNOME Software.
    func askSoftwareCenter(toInstall package: PackageName) async -> SoftwareCenterResponse
    /// Opens an address in the application that is registered for its scheme.
    /// - Returns: false if there is no such application, or it could not be started.
    func openAddress(_ address: String) async -> Bool
    /// Copies a command, and says so.
    func offerCommand(_ command: String)
}

/// How the software center responded.
public enum SoftwareCenterResponse: Equatable, Sendable {
    /// It returned, which says nothing about the package.
    case returned
    /// - Parameter error: the D-Bus name of the error; nil for an error without a name.
    case failed(error: String?)

    /// Whether the request ends with it. After an error there is another way, unless the user has canceled the request.
    var isFinal: Bool {
        switch self {
        case .returned: true
        case .failed(let error):
            error?.lowercased().contains("cancel") == true
        }
    }
}
