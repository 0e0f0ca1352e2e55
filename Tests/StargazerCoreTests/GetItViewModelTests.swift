import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct GetItViewModelTests {
    private let machine = ManualPackages()
    private let time = ManualTime()

    private func model() -> GetItViewModel {
        GetItViewModel(lookup: machine.lookup, time: time.source, formats: .sample())
    }

    private func opened(_ found: MachinePackages?, _ item: Item = .sample(1)) async -> GetItViewModel {
        machine.set(found, of: item.title)
        let model = model()
        model.open(item)
        await eventually { model.isSettled }
        return model
    }

    @Test func `nothing is looked up before the popover opens`() async {
        let catalog = ScriptedCatalog()
        let details = DetailsViewModel(
            catalogs: Catalogs([catalog]), flags: ItemFlagSource(favoritesModel: await .sample(MemoryLibrary(), time)),
            notes: NotesModel(writer: LibraryWriter(), time: time.source), time: time.source, formats: .sample(),
            caches: PageCaches(), machinePackages: machine.lookup)
        details.preview(.sample(1))
        details.open(.sample(2))
        await settle()
        #expect(details.getIt.packages == .unknown)
        #expect(machine.lookups.isEmpty)
        details.getIt.open(.sample(2))
        await eventually { machine.lookups == ["owner/name2"] }
    }

    @Test func `packages are shown with what the machine says of them`() async throws {
        let model = await opened(
            MachinePackages(
                distribution: "Debian",
                programs: [
                    .init(name: "fd-find", version: "8.6.0", isInstalled: true, commands: ["fdfind", "fd-find"]),
                    .init(name: "fd-extra", version: "8.6.0", isInstalled: false),
                ]))
        let packages = try #require(model.packages.content).packages
        #expect(packages.map(\.name.text) == ["fd-find", "fd-extra"])
        #expect(packages.map(\.isInstalled) == [true, false])
        #expect(packages[0].commands == ["fdfind"])
        #expect(packages[0].distribution == "Debian" && packages[0].version == "8.6.0")
        #expect(packages[1].command == "sudo apt install fd-extra")
        #expect(try #require(model.packages.content).others == nil)
    }

    @Test func `packages that do not show are counted`() async throws {
        let content = try #require(await opened(.sample("aa", "bb", "cc", others: 1_008)).packages.content)
        #expect(content.packages.map(\.name.text) == ["aa", "bb", "cc"])
        #expect(content.others?.text == "1,008")
    }

    @Test func `a library is shown where there are no programs`() async throws {
        let library = MachinePackages.Package(name: "libfoo-dev", version: "2", isInstalled: false)
        let alone = await opened(MachinePackages(distribution: "Debian", programs: [], library: library))
        let shown = try #require(alone.packages.content).packages
        #expect(shown.map(\.name.text) == ["libfoo-dev"] && shown[0].isLibrary)
        let both = await opened(
            MachinePackages(
                distribution: "Debian", programs: [.init(name: "foo", version: "2", isInstalled: false)],
                library: library))
        #expect(try #require(both.packages.content).packages.map(\.isLibrary) == [false])
    }

    @Test func `lists without the repository have nothing`() async {
        #expect(await opened(nil).packages == .nothing)
        let empty = await opened(MachinePackages(distribution: "Debian", programs: []))
        #expect(empty.packages == .nothing)
    }

    @Test func `a machine without lists says nothing of packages`() async {
        machine.removeLists()
        #expect(await opened(.sample("hexyl")).packages == .unavailable)
        #expect(machine.searches.isEmpty)
        let without = GetItViewModel(lookup: .empty, time: time.source, formats: .sample())
        without.open(.sample(1))
        await eventually { without.packages == .unavailable }
    }

    @Test func `only of a version in the lists the distribution shows`() async throws {
        let model = await opened(
            MachinePackages(
                distribution: "Debian",
                programs: [
                    .init(name: "hexyl", version: "1", isInstalled: false),
                    .init(name: "hexyl-own", version: "2", isInstalled: true, isListed: false),
                ]))
        #expect(try #require(model.packages.content).packages.map(\.distribution) == ["Debian", nil])
        let unknown = await opened(
            MachinePackages(distribution: nil, programs: [.init(name: "hexyl", version: "1", isInstalled: false)]))
        #expect(try #require(unknown.packages.content).packages[0].distribution == nil)
    }

    // MARK: Older names

    @Test func `an older name is searched for where the lists have nothing, and what it finds shows`() async {
        let model = await opened(nil)
        await eventually { machine.searches == ["owner/name1"] }
        #expect(model.packages == .nothing, "the popover does not wait for it")
        machine.set(.sample("hexyl"), of: "owner/name1")
        await eventually { model.packages.content != nil }
        _ = await opened(.sample("hexyl"), .sample(2))
        await settle()
        #expect(machine.searches == ["owner/name1"], "not where the lists have the repository")
    }

    @Test func `a change of the lists does not end the search for an older name`() async {
        machine.holdSearches()
        let model = await opened(nil)
        await eventually { machine.searches.count == 1 }
        machine.set(nil, of: "owner/name1")
        await eventually { machine.lookups.count == 2 }
        await settle()
        machine.releaseSearches()
        await eventually { machine.finishedSearches == ["owner/name1"] }
        machine.set(nil, of: "owner/name1")
        await eventually { machine.lookups.count == 3 }
        await settle()
        #expect(machine.searches.count == 1, "once while the popover is open")
        model.close()
        model.open(.sample(1))
        await eventually { machine.searches.count == 2 }
    }

    @Test func `a closed popover searches no longer`() async {
        machine.holdSearches()
        let model = await opened(nil)
        await eventually { machine.searches.count == 1 }
        model.close()
        machine.releaseSearches()
        await settle()
        #expect(machine.finishedSearches.isEmpty)
    }

    @Test func `an older name is searched for when the details are open, and not for a selection or offline`() async {
        let catalog = ScriptedCatalog()
        catalog.replyDetails { .success(ItemDetails(item: $0, facts: RepositoryDetails(watchers: 7))) }
        func details(_ network: ScriptedNetwork) async -> DetailsViewModel {
            DetailsViewModel(
                catalogs: Catalogs([catalog]),
                flags: ItemFlagSource(favoritesModel: await .sample(MemoryLibrary(), time)),
                notes: NotesModel(writer: LibraryWriter(), time: time.source), time: time.source, formats: .sample(),
                caches: PageCaches(), network: network, machinePackages: machine.lookup)
        }
        let online = await details(ScriptedNetwork())
        online.preview(.sample(1))
        await settle()
        #expect(machine.searches.isEmpty)
        online.open(.sample(2))
        await eventually { machine.searches == ["owner/name2"] }
        #expect(machine.lookups.isEmpty)
        let network = ScriptedNetwork()
        network.isAvailable = false
        let offline = await details(network)
        offline.open(.sample(3))
        await eventually { offline.phase.progress == .loaded }
        offline.getIt.open(.sample(3))
        await eventually { offline.getIt.packages == .nothing }
        await settle()
        #expect(machine.searches == ["owner/name2"])
    }

    @Test(arguments: [
        "", "a", "-ab", ".ab", "Ab", "ab ", "ab\n", "ab;reboot", "ab&", "a b", "$(ab)", "ab:i386", "äb", "a_b", "../ab",
        "a/b", String(repeating: "a", count: 201),
    ]) func `a name that Debian does not allow is never offered`(name: String) async {
        #expect(PackageName(name) == nil)
        #expect(await opened(.sample(name)).packages == .nothing)
    }

    @Test(arguments: ["fd", "7zip", "g++", "libstdc++-12-dev", "python3.11", "0ad"])
    func `names of Debian are offered`(name: String) { #expect(PackageName(name)?.text == name) }

    @Test func `words of the lists are cleaned`() async throws {
        let model = await opened(
            MachinePackages(
                distribution: "De\u{202E}bian",
                programs: [
                    .init(
                        name: "hexyl", version: "0.8\u{7}\n", isInstalled: true,
                        commands: ["", "\u{202E}", String(repeating: "x", count: 10_000)])
                ]))
        let package = try #require(model.packages.content).packages[0]
        #expect(package.version == "0.8" && package.distribution == "Debian")
        #expect(package.commands.count == 1 && package.commands[0].count <= 100)
    }

    @Test func `the site of a fork, which is that of its origin, is not looked up`() async {
        _ = await opened(
            nil,
            .sample(1) {
                $0.homepage = URL(string: "https://neovim.io")
                $0.isFork = true
            })
        #expect(machine.lookups == ["owner/name1"])
    }

    @Test func `a spinner shows only when the lookup is slow`() async {
        machine.hold()
        let model = model()
        model.open(.sample(1))
        #expect(model.packages == .looking(isSlow: false))
        await time.advance(by: .milliseconds(500))
        await eventually { model.packages == .looking(isSlow: true) }
        machine.release()
        await eventually { model.packages == .nothing }
    }

    @Test func `what was found for an item shows at once the next time, and is looked up again`() async {
        let model = await opened(.sample("hexyl"))
        let before = model.packages
        model.close()
        machine.set(.sample("hexyl", installed: ["hexyl"]), of: "owner/name1")
        model.open(.sample(1))
        #expect(model.packages == before)
        await eventually { model.isInstalled }
    }

    @Test func `another item does not show the packages of the one before`() async {
        let model = await opened(.sample("hexyl"))
        machine.hold()
        model.open(.sample(2))
        #expect(model.packages == .looking(isSlow: false))
        machine.release()
        await eventually { model.packages == .nothing }
    }

    @Test func `a late answer about the item before is dropped`() async {
        machine.set(.sample("hexyl"), of: "owner/name1")
        machine.hold()
        let model = model()
        model.open(.sample(1))
        await eventually { machine.lookups.count == 1 }
        model.open(.sample(2))
        await eventually { machine.lookups.count == 2 }
        machine.release()
        await eventually { model.packages == .nothing }
        await settle()
        #expect(model.packages == .nothing)
    }

    @Test func `a site that comes with the details is looked up`() async {
        let model = await opened(nil)
        model.open(.sample(1))
        await settle()
        #expect(machine.lookups == ["owner/name1"])
        model.open(.sample(1) { $0.homepage = URL(string: "https://neovim.io") })
        await eventually { machine.lookups == ["owner/name1", "owner/name1 https://neovim.io"] }
    }

    @Test func `a package that is installed and removed meanwhile changes its row`() async {
        let model = await opened(.sample("hexyl"))
        machine.set(.sample("hexyl", installed: ["hexyl"]), of: "owner/name1")
        await eventually { model.isInstalled }
        machine.set(.sample("hexyl"), of: "owner/name1")
        await eventually { !model.isInstalled }
        machine.set(nil, of: "owner/name1")
        await eventually { model.packages == .nothing }
    }

    @Test func `a change during the first lookup is not missed`() async {
        machine.set(.sample("hexyl"), of: "owner/name1")
        machine.hold()
        let model = model()
        model.open(.sample(1))
        await eventually { machine.lookups.count == 1 }
        machine.set(.sample("hexyl", installed: ["hexyl"]), of: "owner/name1")
        machine.release()
        await eventually { model.isInstalled }
    }

    @Test func `a closed popover follows nothing`() async {
        let model = await opened(.sample("hexyl"))
        await eventually { machine.listeners == 1 }
        model.close()
        await eventually { machine.listeners == 0 }
    }

    @Test func `a closed window follows nothing, and is released during a lookup`() async {
        machine.hold()
        weak var released: GetItViewModel?
        do {
            let model = model()
            model.open(.sample(1))
            released = model
            await eventually { machine.lookups.count == 1 }
        }
        await eventually { released == nil }
        machine.release()
        await eventually { machine.listeners == 0 }
    }

    @Test func `the releases are a page of the host`() async {
        let item = Item.sample(1) { $0.webURL = URL(string: "https://git.example/owner/name1") }
        #expect(await opened(nil, item).releases?.absoluteString == "https://git.example/owner/name1/releases")
        #expect(await opened(nil, .sample(2)).releases == nil)
    }

    // MARK: Installing

    private func install(_ desktop: ScriptedInstallers) async throws {
        let model = await opened(.sample("hexyl"))
        await model.install(try #require(model.packages.content).packages[0], by: desktop)
        #expect(!model.isInstalled)
    }

    @Test func `the software center is asked first, and its return ends the matter`() async throws {
        let desktop = ScriptedInstallers(.returned)
        try await install(desktop)
        #expect(desktop.log == ["ask hexyl"])
    }

    @Test(arguments: [
        "org.freedesktop.DBus.Error.UnknownMethod", "org.freedesktop.DBus.Error.ServiceUnknown",
        "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.UnknownInterface",
        "org.freedesktop.DBus.Error.Spawn.ChildExited", nil,
        // The software center does not know the package, or must not install it.
        "org.freedesktop.PackageKit.Modify.Failed", "org.freedesktop.PackageKit.Modify.Forbidden",
        "org.freedesktop.PackageKit.Modify.NoPackagesFound",
        "org.gtk.GDBus.UnmappedGError.Quark._g_2dio_2derror_2dquark.Code1",
    ]) func `without a software center, the address is opened, or else the command is offered`(error: String?)
        async throws
    {
        let withLink = ScriptedInstallers(.failed(error: error), opens: true)
        try await install(withLink)
        #expect(withLink.log == ["ask hexyl", "open apt:hexyl"])
        let without = ScriptedInstallers(.failed(error: error))
        try await install(without)
        #expect(without.log == ["ask hexyl", "open apt:hexyl", "offer sudo apt install hexyl"])
    }

    @Test(arguments: ["org.freedesktop.PackageKit.Modify.Cancelled", "org.freedesktop.PolicyKit1.Error.Cancelled"])
    func `a request that the user cancels ends silently`(error: String) async throws {
        let desktop = ScriptedInstallers(.failed(error: error))
        try await install(desktop)
        #expect(desktop.log == ["ask hexyl"])
    }

    @Test func `while the desktop has not responded, it is asked for other packages only`() async throws {
        let model = await opened(.sample("hexyl", "hexyl-extra"))
        let packages = try #require(model.packages.content).packages
        let package = packages[0]
        let desktop = ScriptedInstallers(.returned)
        desktop.isHeld = true
        let first = Task { await model.install(package, by: desktop) }
        await eventually { desktop.log == ["ask hexyl"] }
        await model.install(package, by: desktop)
        let second = Task { await model.install(packages[1], by: desktop) }
        await eventually { desktop.log == ["ask hexyl", "ask hexyl-extra"] }
        desktop.isHeld = false
        await first.value
        await second.value
        await model.install(package, by: desktop)
        #expect(desktop.log == ["ask hexyl", "ask hexyl-extra", "ask hexyl"])
    }
}

extension GetItViewModel {
    fileprivate var isSettled: Bool {
        switch packages {
        case .found, .nothing, .unavailable: true
        case .unknown, .looking: false
        }
    }
    fileprivate var isInstalled: Bool { packages.content?.packages.first?.isInstalled == true }
}

extension PackagesPhase {
    fileprivate var content: PackagesContent? { if case .found(let content) = self { content } else { nil } }
}

@MainActor private final class ScriptedInstallers: PackageInstallers {
    private(set) var log: [String] = []
    var isHeld = false
    private let response: SoftwareCenterResponse
    private let opens: Bool

    init(_ response: SoftwareCenterResponse, opens: Bool = false) { (self.response, self.opens) = (response, opens) }

    func askSoftwareCenter(toInstall package: PackageName) async -> SoftwareCenterResponse {
        log.append("ask \(package)")
        while isHeld { await Task.yield() }
        return response
    }

    func openAddress(_ address: String) async -> Bool {
        log.append("open \(address)")
        return opens
    }

    func offerCommand(_ command: String) { log.append("offer \(command)") }
}
