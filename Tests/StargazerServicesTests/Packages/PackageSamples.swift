import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// A machine in a temporary folder: lists that a script prints as `apt-cache` does, and a status as `dpkg` writes it.
struct SampleMachine: Sendable {
    let folder: TemporaryFolder
    var machine: PackageMachine

    var available: URL { folder.root.appending(path: "available") }
    var list: URL {
        folder.root.appending(path: "var/lib/apt/lists/example.org_dists_stable_main_binary-amd64_Packages")
    }
    var status: URL { folder.root.appending(path: "var/lib/dpkg/status") }
    var cache: URL { folder.root.appending(path: "cache") }
    /// Without watchers, of which the system has few.
    var index: MachinePackageIndex { index(ManualTime()) }
    var watchingIndex: MachinePackageIndex { MachinePackageIndex(folder: cache, machine: machine, delays: []) }

    func index(_ clock: ManualTime, endsAfterSearch: Bool = false) -> MachinePackageIndex {
        MachinePackageIndex(
            folder: cache, machine: machine, time: clock.source, delays: nil, endsAfterSearch: endsAfterSearch)
    }

    init(_ stanzas: String = SampleMachine.stanzas) throws {
        folder = try TemporaryFolder()
        machine = PackageMachine(root: folder.root.path)
        for name in ["usr/bin", "var/lib/apt/lists", "var/lib/dpkg/info"] {
            try FileManager.default.createDirectory(
                at: folder.root.appending(path: name), withIntermediateDirectories: true)
        }
        try setRelease("Origin: Debian\nLabel: Debian\n")
        try write(stanzas, to: "available")
        try setScript("[ \"$1\" = dumpavail ] && exec cat '\(available.path)'")
        try setList("1")
        try setInstalled(["git"])
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: folder.root.appending(path: name), options: .atomic)
    }

    func setScript(_ body: String) throws {
        try write("#!/bin/sh\n\(body)\n", to: "usr/bin/apt-cache")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: machine.aptCache)
    }

    /// The list's text does not matter, only that it changes.
    func setList(_ text: String) throws {
        try write(text, to: "var/lib/apt/lists/example.org_dists_stable_main_binary-amd64_Packages")
    }

    func setRelease(_ text: String, of list: String = "example.org_dists_stable") throws {
        try write(
            "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n\(text)Suite: stable\n",
            to: "var/lib/apt/lists/\(list)_InRelease")
    }

    func setInstalled(_ names: [String], others: String = "") throws {
        let stanzas = (["dpkg"] + names).map {
            "Package: \($0)\nStatus: install ok installed\nArchitecture: amd64\nVersion: 1\n\n"
        }
        try write(stanzas.joined() + others, to: "var/lib/dpkg/status")
    }

    /// A stanza as `apt-cache dumpavail` prints it.
    static func stanza(
        _ name: String, _ homepage: String?, source: String? = nil, section: String = "utils",
        version: String = "1.0-1",
        architecture: String = "amd64", summary: String = "something"
    ) -> String {
        let lines = [
            "Package: \(name)", source.map { "Source: \($0)" }, "Version: \(version)", "Installed-Size: 811",
            "Architecture: \(architecture)",
            "Description: \(summary)\n that goes on\n .\n Homepage: https://no.example",
            homepage.map { "Homepage: \($0)" }, "Section: \(section)",
        ]
        return lines.compactMap(\.self).joined(separator: "\n") + "\n\n"
    }

    static let stanzas = [
        stanza("hexyl", "https://github.com/sharkdp/hexyl", source: "rust-hexyl (0.8.0-2)", version: "0.8.0-2+b5"),
        stanza("librust-hexyl-dev", "https://github.com/sharkdp/hexyl", source: "rust-hexyl", section: "rust"),
        stanza("fd-find", "https://github.com/sharkdp/fd", source: "rust-fd-find"),
        stanza("gh", "https://cli.github.com/", version: "2.23.0+dfsg1-1"),
        stanza("git", "https://git-scm.com/", section: "vcs", version: "1:2.39.5-0+deb12u2"),
        stanza("git-doc", "https://git-scm.com/", source: "git", section: "doc", architecture: "all"),
        stanza("gitk", "https://git-scm.com/", source: "git", architecture: "all"),
        stanza("git-gui", "https://git-scm.com/", source: "git", architecture: "all"),
        stanza("git-cvs", "https://git-scm.com/", source: "git", architecture: "all"),
        stanza("neovim", "https://neovim.io/", section: "editors"),
        stanza("neovim-runtime", "https://neovim.io/", source: "neovim", section: "editors", architecture: "all"),
        stanza("jq", "https://github.com/stedolan/jq"),
        stanza("ripgrep", "https://github.com/BurntSushi/ripgrep", source: "rust-ripgrep"),
        stanza(
            "librust-ignore-dev", "https://github.com/BurntSushi/ripgrep/tree/master/crates/ignore",
            source: "rust-ignore", section: "rust"),
        stanza("libfmt9", "https://fmt.dev/", source: "fmtlib", section: "libs"),
        stanza("libfmt-dev", "https://fmt.dev/", source: "fmtlib", section: "libdevel"),
        stanza("libfmt-doc", "https://fmt.dev/", source: "fmtlib", section: "doc", architecture: "all"),
        stanza("clang-14", "https://www.llvm.org/", source: "llvm-toolchain-14"),
        stanza("clang-15", "https://www.llvm.org/", source: "llvm-toolchain-15"),
        stanza("prometheus", "https://prometheus.io/"),
        stanza("prometheus-alertmanager", "https://prometheus.io/"),
        stanza("libgtest-dev", "https://github.com/google/googletest", source: "googletest", section: "libdevel"),
        stanza("googletest", "https://github.com/google/googletest", section: "libdevel", architecture: "all"),
        stanza("google-mock", "https://github.com/google/googletest", source: "googletest", section: "devel"),
        stanza("tmux", "https://tmux.github.io/"),
        stanza("nlohmann-json3-dev", "https://nlohmann.github.io/json/", source: "nlohmann-json3", section: "libdevel"),
        stanza("git-lfs", "https://git-lfs.github.com/"),
        stanza("tesseract-ocr", "https://github.com/tesseract-ocr/", source: "tesseract"),
        stanza("tesseract-ocr-deu", "https://github.com/tesseract-ocr/", source: "tesseract-lang"),
        stanza("ruby-chef-utils", "https://github.com/chef/chef/tree/main/chef-utils", section: "ruby"),
        stanza(
            "librust-starship-derive-dev", "https://starship.rs", source: "rust-starship-derive", section: "rust"),
        stanza("ruby-rails-assets-jquery", "https://github.com/jquery/jquery", section: "ruby"),
        stanza("libjs-jquery", "https://jquery.com/", source: "node-jquery", section: "javascript"),
        stanza("boxfort", "https://github.com/snaipe/criterion"),
        stanza("libcriterion-dev", "https://github.com/Snaipe/Criterion", source: "criterion", section: "libdevel"),
        stanza("delta", "https://www.example.org/~delta"),
        stanza("foreign", "https://github.com/example/foreign", architecture: "i386"),
        stanza("capital", "HTTP://www.GitHub.com/Example/Capital.git/"),
        stanza("wiki", "https://github.com/example/wiki/wiki#readme"),
        stanza("python3-requests", "https://requests.readthedocs.io", source: "requests", section: "python"),
        stanza("python-requests-doc", "https://requests.readthedocs.io", source: "requests", section: "doc"),
        stanza("fonts-only-data", "https://github.com/example/type", section: "fonts"),
        stanza(
            "ruby-build", "https://github.com/rbenv/ruby-build", section: "ruby",
            summary: "tool to compile and install different versions of Ruby"),
        stanza(
            "node-gyp", "https://github.com/nodejs/node-gyp", section: "javascript",
            summary: "Native addon build tool for Node.js"),
        stanza(
            "php-codesniffer", "https://github.com/squizlabs/PHP_CodeSniffer", section: "php",
            summary: "PHP, CSS and JavaScript coding standard analyzer and checker"),
        stanza(
            "lua-check", "https://github.com/luarocks/luacheck", source: "luacheck", section: "interpreters",
            summary: "static analyzer and a linter for the Lua language"),
        stanza(
            "node-fetch", "https://github.com/bitinn/node-fetch", section: "javascript",
            summary: "light-weight module that brings window.fetch to node.js"),
        stanza(
            "ruby-cocoon", "https://github.com/nathanvda/cocoon", section: "ruby",
            summary: "tool to handle nested forms using jQuery"),
        stanza("python3-pip", "https://pip.pypa.io/en/stable/", source: "python-pip", section: "python"),
        stanza("musescore3", "https://musescore.org/en", section: "sound"),
        stanza("python3-matplotlib", "http://matplotlib.org/", source: "matplotlib", section: "python"),
        stanza("core", "https://github.com/first/core"), stanza("core-two", "https://github.com/second/core"),
        stanza("core-three", "https://github.com/third/core"), stanza("core-four", "https://github.com/fourth/core"),
    ].joined()
}

func path(_ text: String) throws -> RepositoryPath { try #require(RepositoryPath(text)) }

/// What `packages` looks up.
func subject(
    _ text: String, _ homepage: String? = nil, id: String = "1", on host: String = "api.github.com"
) throws -> PackageSubject {
    PackageSubject(
        id: ItemID(catalog: .repositories, host: host, id: id), path: try path(text), homepage: homepage)
}
