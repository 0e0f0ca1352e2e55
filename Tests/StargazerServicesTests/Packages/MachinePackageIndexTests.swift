import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// The index in the cache, and when it is made.
struct MachinePackageIndexTests {
    private func version(_ index: MachinePackageIndex) async throws -> String? {
        try await index.packages(of: path("sharkdp/hexyl"), homepage: nil)?.programs.first?.version
    }

    private func setVersion(_ version: String, _ sample: SampleMachine) throws {
        try sample.write(
            SampleMachine.stanza("hexyl", "https://github.com/sharkdp/hexyl", version: version), to: "available")
    }

    /// Looks twice, as after a change, and waits for what is made.
    private func look(_ index: MachinePackageIndex) async {
        await index.checkForChanges()
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
        let index = sample.index
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
        let index = sample.index
        #expect(try await version(index) == "0.8.0")
        try sample.setScript(script.replacing("$0.available", with: sample.available.path))
        try sample.setList("2")
        await look(index)
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
        let index = sample.index
        #expect(try await version(index) == "0.8.0")
        try FileManager.default.removeItem(at: sample.list)
        try sample.write("", to: "available")
        await look(index)
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
        let index = sample.index
        func isInstalled() async throws -> Bool? {
            try await index.packages(of: path("sharkdp/fd"), homepage: nil)?.programs.first?.isInstalled
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
        let package = try await index.packages(of: path("sharkdp/fd"), homepage: nil)?.programs.first
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
            let found = try await index.packages(of: path(repository), homepage: nil)?.programs.first?.commands
            #expect(found == commands, "\(repository)")
        }
    }

    @Test func `an installed package that no list has counts`() async throws {
        let sample = try SampleMachine()
        let index = sample.index
        #expect(try await index.packages(of: path("dandavison/delta"), homepage: nil) == nil)
        try sample.setInstalled(
            [],
            others: """
                Package: git-delta
                Status: install ok installed
                Architecture: amd64
                Version: 0.18.2
                Homepage: https://github.com/dandavison/delta


                """)
        await look(index)
        let package = try await index.packages(of: path("dandavison/delta"), homepage: nil)?.programs.first
        #expect(package == MachinePackages.Package(name: "git-delta", version: "0.18.2", isInstalled: true))
    }

    @Test func `installed packages show first after the best one`() async throws {
        let sample = try SampleMachine()
        try sample.setInstalled(["git-gui"])
        let found = try await sample.index.packages(of: path("git/git"), homepage: "https://git-scm.com")
        #expect(found?.programs.map(\.name) == ["git", "git-gui", "gitk"])
        #expect(found?.otherProgramCount == 1)
    }

    @Test func `a machine without apt has nothing, nor has a Flatpak`() async throws {
        var sample = try SampleMachine()
        try sample.write("[Application]", to: ".flatpak-info")
        #expect(try await version(sample.index) == nil)
        try FileManager.default.removeItem(atPath: sample.machine.flatpakInfo)
        sample.machine.aptCache = "/nonexistent/apt-cache"
        #expect(try await version(sample.index) == nil)
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
        let package = try await index.packages(of: path("sharkdp/hexyl"), homepage: nil)?.programs.first
        #expect(package?.isInstalled == true)
    }
}
