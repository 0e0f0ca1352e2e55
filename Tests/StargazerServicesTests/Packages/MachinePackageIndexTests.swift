import Foundation
import StargazerCore
import Synchronization
import TestSupport
import Testing

@testable import StargazerServices

/// The index in the cache, and when it is made.
struct MachinePackageIndexTests {
    private func version(_ index: MachinePackageIndex) async throws -> String? {
        try await index.packages(of: subject("sharkdp/hexyl")).packages?.programs.first?.version
    }

    private func setVersion(_ version: String, _ sample: SampleMachine) throws {
        try sample.write(
            SampleMachine.stanza("hexyl", "https://github.com/sharkdp/hexyl", version: version), to: "available")
    }

    /// Looks twice, as after a change, and waits for what is made.
    private func look(_ index: MachinePackageIndex, _ clock: ManualTime) async {
        await index.checkForChanges()
        await clock.advance(by: .seconds(3), sleepers: 0)
        await index.checkForChanges()
        await index.settle()
    }

    @Test func `the index is made once, and read again by the next start`() async throws {
        let sample = try SampleMachine()
        #expect(try await version(sample.index) == "0.8.0")
        try sample.setScript("exit 1")
        #expect(try await version(sample.index) == "0.8.0")
        let names = try FileManager.default.contentsOfDirectory(atPath: sample.cache.path)
        #expect(names == ["packages.sqlite"], "no draft is left")
    }

    @Test func `a change of the lists makes a new index, in which the old one answers`() async throws {
        let sample = try SampleMachine()
        let clock = ManualTime()
        let index = sample.index(clock)
        var changes = index.changes().makeAsyncIterator()
        #expect(try await version(index) == "0.8.0")
        await changes.next()
        try setVersion("0.9-1", sample)
        try sample.setList("2")
        // The file's watcher may have begun already.
        while try await version(index) == "0.8.0" { await changes.next() }
        #expect(try await version(index) == "0.9")
    }

    @Test(arguments: ["head -c 300 \"$0.available\"; exit 100", "exit 0", "kill -9 $$"])
    func `an index that is not complete replaces nothing`(script: String) async throws {
        let sample = try SampleMachine()
        let clock = ManualTime()
        let index = sample.index(clock)
        #expect(try await version(index) == "0.8.0")
        try sample.setScript(script.replacing("$0.available", with: sample.available.path))
        try sample.setList("2")
        await look(index, clock)
        #expect(try await version(index) == "0.8.0")
        #expect(try await version(sample.index) == "0.8.0", "nor for the next start")
    }

    @Test func `lists that change while they are read are read again`() async throws {
        let sample = try SampleMachine()
        try setVersion("0.1-1", sample)
        try sample.setScript("cat '\(sample.available.path)'; echo more >> '\(sample.list.path)'")
        let index = sample.index
        #expect(try await version(index) == nil)
        try sample.setScript("cat '\(sample.available.path)'")
        // One that began before the script was another may still run.
        while try await version(index) == nil { await index.settle() }
        #expect(try await version(index) == "0.1")
    }

    @Test func `without lists the old index stays`() async throws {
        let sample = try SampleMachine()
        let clock = ManualTime()
        let index = sample.index(clock)
        #expect(try await version(index) == "0.8.0")
        try FileManager.default.removeItem(at: sample.list)
        try sample.write("", to: "available")
        await look(index, clock)
        #expect(try await version(index) == "0.8.0")
        try FileManager.default.removeItem(at: sample.cache)
        #expect(try await version(sample.index) == nil, "and without either there is nothing")
        #expect(!FileManager.default.fileExists(atPath: sample.cache.path))
    }

    @Test(arguments: ["", "not a database", "SQLite format 3\0"])
    func `a damaged index is made again`(text: String) async throws {
        let sample = try SampleMachine()
        #expect(try await version(sample.index) == "0.8.0")
        try sample.write(text, to: "cache/packages.sqlite")
        #expect(try await version(sample.index) == "0.8.0")
    }

    @Test func `what is installed is as dpkg says now`() async throws {
        let sample = try SampleMachine()
        let clock = ManualTime()
        let index = sample.index(clock)
        func isInstalled() async throws -> Bool? {
            try await index.packages(of: subject("sharkdp/fd")).packages?.programs.first?.isInstalled
        }
        #expect(try await isInstalled() == false)
        try sample.setScript("exit 1")
        try sample.setInstalled(["fd-find"])
        #expect(try await isInstalled() == true, "before there is a new index")
        for status in ["deinstall ok config-files", "install ok unpacked", "install reinstreq half-installed"] {
            try sample.setInstalled([], others: "Package: fd-find\nStatus: \(status)\nArchitecture: amd64\n\n")
            #expect(try await isInstalled() == false, "\(status)")
        }
        let held = "Package: fd-find\nStatus: hold ok installed\nArchitecture: amd64\nVersion: 1:7.9-2\n\n"
        try sample.setInstalled([], others: held)
        #expect(try await isInstalled() == true, "held")
        let package = try await index.packages(of: subject("sharkdp/fd")).packages?.programs.first
        #expect(package?.version == "7.9", "the installed version, not the one of the lists")
        try sample.setInstalled(
            [], others: "Package: fd-find\nStatus: install ok installed\nArchitecture: i386\n\n")
        #expect(try await isInstalled() == false, "of another architecture")
        try sample.setInstalled(["fd-find"])
        #expect(try await isInstalled() == true)
        try sample.write(
            "Package: dpkg\nStatus: install ok installed\nArchitecture: amd64\n", to: "var/lib/dpkg/status")
        #expect(try await isInstalled() == true, "half written")
        try FileManager.default.removeItem(at: sample.status)
        #expect(try await isInstalled() == true, "gone")
    }

    @Test func `an installed package tells commands of other names`() async throws {
        let sample = try SampleMachine()
        try sample.setInstalled(["fd-find", "hexyl", "ripgrep"])
        let files = "/.\n/usr\n/usr/bin\n/usr/bin/%\n/usr/bin/x/y\n/usr/lib/cargo/bin/z\n/usr/share/doc\n"
        try sample.write(files.replacing("%", with: "fdfind"), to: "var/lib/dpkg/info/fd-find.list")
        try sample.write(files.replacing("%", with: "hexyl"), to: "var/lib/dpkg/info/hexyl.list")
        try sample.write(files.replacing("/bin/%", with: "/games/rg"), to: "var/lib/dpkg/info/ripgrep:amd64.list")
        let index = sample.index
        for (repository, commands) in [
            ("sharkdp/fd", ["fdfind"]), ("sharkdp/hexyl", []), ("BurntSushi/ripgrep", ["rg"]), ("jqlang/jq", nil),
        ] {
            let found = try await index.packages(of: subject(repository)).packages?.programs.first?.commands
            #expect(found == commands, "\(repository)")
        }
    }

    @Test func `an installed package that no list has counts`() async throws {
        let sample = try SampleMachine()
        let clock = ManualTime()
        let index = sample.index(clock)
        #expect(try await index.packages(of: subject("dandavison/delta")) == .nothing)
        try sample.setInstalled(
            [],
            others: """
                Package: git-delta
                Status: install ok installed
                Architecture: amd64
                Version: 0.18.2
                Homepage: https://github.com/dandavison/delta


                """)
        await look(index, clock)
        let package = try await index.packages(of: subject("dandavison/delta")).packages?.programs.first
        #expect(
            package
                == MachinePackages.Package(
                    name: "git-delta", version: "0.18.2", isInstalled: true, isListed: false))
    }

    @Test func `installed packages show first after the best one`() async throws {
        let sample = try SampleMachine()
        try sample.setInstalled(["git-gui"])
        let found = try await sample.index.packages(of: subject("git/git", "https://git-scm.com")).packages
        #expect(found?.programs.map(\.name) == ["git", "git-gui", "gitk"])
        #expect(found?.otherProgramCount == 1)
    }

    @Test func `a machine without apt has nothing, nor has a Flatpak`() async throws {
        var sample = try SampleMachine()
        try sample.write("[Application]", to: ".flatpak-info")
        #expect(try await version(sample.index) == nil)
        try FileManager.default.removeItem(atPath: sample.machine.flatpakInfo)
        sample.machine.aptCache = "/nonexistent/apt-cache"
        #expect(try await sample.index.packages(of: subject("sharkdp/hexyl")) == .unavailable)
        #expect(await sample.index.preparedStates() == nil)
        #expect(!FileManager.default.fileExists(atPath: sample.cache.path))
    }

    @Test func `a change of dpkg's status is noticed`() async throws {
        let sample = try SampleMachine()
        let index = sample.watchingIndex
        #expect(try await version(index) == "0.8.0")
        let changes = index.changes()
        try sample.setInstalled(["hexyl"])
        for await _ in changes { break }
        let package = try await index.packages(of: subject("sharkdp/hexyl")).packages?.programs.first
        #expect(package?.isInstalled == true)
    }

    @Test func `an installed package outside the lists is read again when it changes`() async throws {
        let sample = try SampleMachine()
        let clock = ManualTime()
        let index = sample.index(clock)
        func setHomepage(_ repository: String, version: String) throws {
            try sample.setInstalled(
                [],
                others: "Package: own\nStatus: install ok installed\nArchitecture: amd64\nVersion: \(version)\n"
                    + "Homepage: https://github.com/\(repository)\n\n")
        }
        func version(_ repository: String) async throws -> String? {
            try await index.packages(of: subject(repository)).packages?.programs.first?.version
        }
        try setHomepage("first/own", version: "1")
        #expect(try await version("first/own") == "1")
        try setHomepage("second/own", version: "2")
        await look(index, clock)
        #expect(try await version("second/own") == "2")
        #expect(try await version("first/own") == nil)
    }

    @Test func `a run of apt is reported twice, and makes one index after it`() async throws {
        let sample = try SampleMachine()
        let clock = ManualTime()
        let index = sample.index(clock)
        #expect(try await version(index) == "0.8.0")
        await look(index, clock)
        let made = try fileNumber(sample)
        let reports = Counter()
        let following = Task { [changes = index.changes()] in for await _ in changes { reports.add() } }
        // What dpkg writes again without a change is not reported.
        try sample.setInstalled(["git"])
        await look(index, clock)
        await settle()
        #expect(reports.count == 0)
        for round in 1...9 {
            try sample.setInstalled((0..<round).map { "step\($0)" })
            await index.checkForChanges()
            await clock.advance(by: .milliseconds(500), sleepers: 0)
            await index.checkForChanges()
            // Lookups in between start nothing either.
            #expect(try await version(index) == "0.8.0")
            await eventually { reports.count == 1 }
            await clock.advance(by: .milliseconds(500), sleepers: 0)
        }
        #expect(try fileNumber(sample) == made)
        await clock.advance(by: .seconds(3), sleepers: 0)
        await index.checkForChanges()
        await eventually { reports.count >= 2 }
        await index.settle()
        #expect(try fileNumber(sample) != made)
        following.cancel()
    }

    private func fileNumber(_ sample: SampleMachine) throws -> Int? {
        let file = sample.cache.appending(path: "packages.sqlite").path
        return try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int
    }

    @Test func `lists that could not be read are read again after a while`() async throws {
        let sample = try SampleMachine()
        let clock = ManualTime()
        let index = sample.index(clock)
        let script = "cat '\(sample.available.path)'"
        try sample.setScript("exit 100")
        #expect(try await index.packages(of: subject("sharkdp/hexyl")) == .unavailable)
        try sample.setScript(script)
        await clock.advance(by: .seconds(MachinePackageIndex.failurePause - 1), sleepers: 0)
        #expect(try await index.packages(of: subject("sharkdp/hexyl")) == .unavailable)
        await clock.advance(by: .seconds(1), sleepers: 0)
        #expect(try await version(index) == "0.8.0")
    }

    @Test func `the distribution shows when all lists are of one`() async throws {
        let sample = try SampleMachine()
        let index = sample.index
        func distribution() async throws -> String? {
            try await index.packages(of: subject("sharkdp/hexyl")).packages?.distribution
        }
        #expect(try await distribution() == "Debian")
        try sample.write("1", to: "var/lib/apt/lists/other.org_._Packages")
        #expect(try await distribution() == nil, "one list without a release")
        try sample.setRelease("Origin: Debian\n", of: "other.org_.")
        #expect(try await distribution() == "Debian")
        try sample.setRelease("Origin: Somebody\n", of: "other.org_.")
        #expect(try await distribution() == nil)
        try FileManager.default.removeItem(
            at: sample.folder.root.appending(path: "var/lib/apt/lists/other.org_._Packages"))
        try sample.setInstalled(
            [], others: "Package: hexyl\nStatus: install ok installed\nArchitecture: amd64\nVersion: 0.14.0\n\n")
        let packages = try await index.packages(of: subject("sharkdp/hexyl")).packages
        #expect(packages?.distribution == "Debian" && packages?.programs.first?.isListed == false)
    }

    @Test(arguments: [("0.8.0-1", true), ("0.7.9-1", true), ("0.10.0-1", false), ("1:0.8.1", false)])
    func `a package that waits for an update is of the distribution, and a newer one is not`(
        version: String, isListed: Bool
    ) async throws {
        let sample = try SampleMachine()
        try sample.setInstalled(
            [], others: "Package: hexyl\nStatus: install ok installed\nArchitecture: amd64\nVersion: \(version)\n\n")
        let package = try await sample.index.packages(of: subject("sharkdp/hexyl")).packages?.programs.first
        #expect(package?.isInstalled == true && package?.isListed == isListed)
    }

    @Test(arguments: ["api.github.com", "sample.invalid", "127.0.0.1:8080", "localhost", "[::1]:80"])
    func `repositories of the server itself have packages`(host: String) async throws {
        let sample = try SampleMachine()
        #expect(try await sample.index.packages(of: subject("sharkdp/hexyl", on: host)).packages != nil)
    }

    @Test(arguments: [
        "git.example", "api.tenant.ghe.com", "github.com.example", "127.0.0.1.example:80", "localhost.example", "",
    ])
    func `the lists tell nothing of repositories on other servers`(host: String) async throws {
        let sample = try SampleMachine()
        let index = sample.index
        #expect(try await index.packages(of: subject("sharkdp/hexyl", on: host)) == .unavailable)
        #expect(!FileManager.default.fileExists(atPath: sample.cache.path))
        #expect(try await index.packages(of: subject("jqlang/jq")) == .nothing)
        await index.findFormerName(of: try subject("jqlang/jq", on: host)) { path, _ in
            Issue.record("asked for \(path)")
            return nil
        }
    }

    @Test func `a change while the index is made makes another`() async throws {
        let sample = try SampleMachine()
        try sample.setInstalled(["git", "other"])
        try FileManager.default.copyItem(at: sample.status, to: sample.folder.root.appending(path: "later"))
        try sample.setInstalled(["git"])
        let (runs, later) = (sample.folder.root.appending(path: "runs"), sample.folder.root.appending(path: "later"))
        try sample.setScript(
            "cat '\(sample.available.path)'; cp '\(later.path)' '\(sample.status.path)'; echo >> '\(runs.path)'")
        let index = sample.index
        #expect(try await version(index) == "0.8.0")
        await index.settle()
        #expect(try Data(contentsOf: runs).count == 2)
        let made = try fileNumber(sample)
        #expect(try await version(index) == "0.8.0")
        await index.settle()
        #expect(try fileNumber(sample) == made)
    }

    @Test func `an index without the installed packages is not kept`() async throws {
        let sample = try SampleMachine()
        let clock = ManualTime()
        let index = sample.index(clock)
        try sample.setScript(
            "cat '\(sample.available.path)'; printf 'Package: dpkg\\nArch' > '\(sample.status.path)'")
        #expect(try await version(index) == nil)
        #expect(!FileManager.default.fileExists(atPath: sample.cache.path))
        try sample.setScript("cat '\(sample.available.path)'")
        try sample.setInstalled(["git"])
        await clock.advance(by: .seconds(MachinePackageIndex.failurePause), sleepers: 0)
        #expect(try await version(index) == "0.8.0")
    }

    @Test func `an index that is damaged while it is open is made again`() async throws {
        let sample = try SampleMachine()
        let index = sample.index
        #expect(try await version(index) == "0.8.0")
        let size = try Data(contentsOf: sample.cache.appending(path: "packages.sqlite")).count
        let file = try FileHandle(forWritingTo: sample.cache.appending(path: "packages.sqlite"))
        try file.write(contentsOf: Data(repeating: 0x58, count: size))
        try file.close()
        #expect(try await version(index) == "0.8.0")
    }

    @Test func `what ends after its search waits for the newest index`() async throws {
        let sample = try SampleMachine()
        #expect(try await version(sample.index) == "0.8.0")
        try setVersion("0.9-1", sample)
        try sample.setList("2")
        let index = sample.index(ManualTime(), endsAfterSearch: true)
        #expect(await index.preparedStates() != nil)
        try sample.setScript("exit 1")
        #expect(try await version(sample.index) == "0.9")
    }

    @Test func `drafts of processes that were killed are deleted`() async throws {
        let sample = try SampleMachine()
        try FileManager.default.createDirectory(at: sample.cache, withIntermediateDirectories: true)
        // No process has the first number, and another one writes the second.
        let (left, other) = (".packages.sqlite.2147483647", ".packages.sqlite.\(getppid())")
        for name in [left, other] { try sample.write("", to: "cache/\(name)") }
        #expect(try await version(sample.index) == "0.8.0")
        let names = try FileManager.default.contentsOfDirectory(atPath: sample.cache.path)
        #expect(Set(names) == ["packages.sqlite", other])
    }
}

private final class Counter: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
}
