public import Foundation
public import Observation

/// What this machine can have of a repository, and how it is installed.
///
/// The packages are looked up while they are shown, and no earlier: moving the selection looks nothing up. It is local
/// knowledge, so no request is sent.
@MainActor @Observable public final class GetItViewModel {
    public private(set) var packages = PackagesPhase.unknown
    /// The package that the desktop was asked to install and has not answered about; nil for none.
    public private(set) var requested: PackageName?
    /// The page with the releases.
    public private(set) var releases: URL?

    @ObservationIgnored private let lookup: MachinePackageLookup
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private var subject: Subject?
    @ObservationIgnored private var tasks: [Task<Void, Never>] = []

    /// What the packages are looked up by.
    private struct Subject: Equatable {
        let path: RepositoryPath
        let homepage: String?
    }

    /// The time after which a spinner shows.
    static let slowThreshold = Duration.milliseconds(500)

    public init(lookup: MachinePackageLookup, time: TimeSource, formats: Formats) {
        self.lookup = lookup
        self.time = time
        self.formats = formats
    }

    isolated deinit {
        for task in tasks { task.cancel() }
    }

    /// Looks the packages of an item up, and follows what is installed and removed until `close`.
    ///
    /// What was found for the same item before stays until then.
    public func open(_ item: Item) {
        let subject = Self.subject(item)
        if subject == self.subject, !tasks.isEmpty { return }
        stop()
        if subject != self.subject { packages = .unknown }
        self.subject = subject
        releases = item.repository?.webURL?.asWebURL?.appending(path: "releases")
        guard let subject else {
            packages = .nothing
            return
        }
        follow(subject)
    }

    /// Follows the packages no longer.
    public func close() { stop() }

    /// Asks the desktop to install a package, the next way when one is missing. Which of them the user then takes is
    /// seen in the packages alone.
    public func install(_ package: PackageContent, by desktop: some PackageInstallers) async {
        guard requested == nil else { return }
        requested = package.name
        defer { requested = nil }
        let response = await desktop.askSoftwareCenter(toInstall: package.name)
        guard !response.isAnswer else { return }
        if await desktop.openAddress("apt:\(package.name)") { return }
        desktop.offerCommand(package.command)
    }

    /// A fork has the site of its origin, so only its own address finds its packages.
    private static func subject(_ item: Item) -> Subject? {
        guard let repository = item.repository, let path = repository.path else { return nil }
        return Subject(path: path, homepage: repository.isFork ? nil : repository.homepage?.absoluteString)
    }

    private func follow(_ subject: Subject) {
        if packages == .unknown { packages = .looking(isSlow: false) }
        // What changes during the first lookup counts as well.
        let changes = lookup.changes()
        let following = Task { [weak self, lookup] in
            let found = await lookup.packages(subject.path, subject.homepage)
            self?.show(found, of: subject)
            for await _ in changes {
                let found = await lookup.packages(subject.path, subject.homepage)
                self?.show(found, of: subject)
            }
        }
        let slow = Task { [weak self, time] in
            do { try await time.sleep(Self.slowThreshold) } catch { return }
            if self?.packages == .looking(isSlow: false) { self?.packages = .looking(isSlow: true) }
        }
        tasks = [following, slow]
    }

    private func show(_ found: MachinePackages?, of subject: Subject) {
        guard !Task.isCancelled, subject == self.subject else { return }
        tasks.dropFirst().forEach { $0.cancel() }
        let phase = found.flatMap { PackagesContent($0, formats: formats) }.map(PackagesPhase.found) ?? .nothing
        if phase != packages { packages = phase }
    }

    private func stop() {
        for task in tasks { task.cancel() }
        tasks = []
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
    /// The lists have none, or there are no lists.
    case nothing
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

    /// Whether a software center has responded. Its own errors, such as a canceled dialog, end the request; errors of the
    /// bus mean that there is no software center.
    var isAnswer: Bool {
        switch self {
        case .returned: true
        case .failed(let error): error?.hasPrefix("org.freedesktop.PackageKit.") == true
        }
    }
}
