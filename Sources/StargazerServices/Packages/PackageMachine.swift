import Foundation
import Glibc
import StargazerLibrary

/// Where the machine keeps what it knows about packages. Everything is only read.
public struct PackageMachine: Sendable {
    var aptCache: String
    var lists: String
    var dpkg: String
    /// Exists in a Flatpak, which sees other packages than the machine has.
    var flatpakInfo: String

    /// - Parameter root: the folder that has the files of the system; of another one in tests.
    public init(root: String = "") {
        aptCache = "\(root)/usr/bin/apt-cache"
        lists = "\(root)/var/lib/apt/lists"
        dpkg = "\(root)/var/lib/dpkg"
        flatpakInfo = "\(root)/.flatpak-info"
    }

    /// This machine, or the root that `STARGAZER_PACKAGES` names.
    public static var own: PackageMachine {
        PackageMachine(root: getenv("STARGAZER_PACKAGES").map { String(cString: $0) } ?? "")
    }

    /// Whether there are lists to read at all.
    var isAvailable: Bool {
        access(flatpakInfo, F_OK) != 0 && access(aptCache, X_OK) == 0 && access(status, R_OK) == 0
    }

    var status: String { "\(dpkg)/status" }

    /// Where all lists are from, as their releases say: `Debian`. Nil for lists of several origins, or of an unknown one,
    /// because `apt-cache dumpavail` does not tell which package is from where.
    var distribution: String? {
        let names = listNames
        let releases = names.filter { $0.hasSuffix("_InRelease") || $0.hasSuffix("_Release") }.map { name in
            (start: name.dropLast(name.hasSuffix("InRelease") ? 9 : 7), origin: origin(name))
        }
        let origins = Set(
            names.filter(Self.isPackageList).map { list in
                releases.first { list.hasPrefix($0.start) }?.origin
            })
        return origins.count == 1 ? origins.first ?? nil : nil
    }

    /// The origin that the beginning of a release file names.
    private func origin(_ release: String) -> String? {
        let file = FileHandle(forReadingAtPath: "\(lists)/\(release)")
        // A file that cannot be read names none.
        let text = String(decoding: (try? file?.read(upToCount: 4_096)) ?? Data(), as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("Origin:") }
        let name = line?.dropFirst(7).trimmingCharacters(in: .whitespaces) ?? ""
        return name.isEmpty ? nil : name
    }

    private var listNames: [String] {
        // An unreadable folder is one without lists.
        (try? FileManager.default.contentsOfDirectory(atPath: lists)) ?? []
    }

    private static func isPackageList(_ name: String) -> Bool {
        name.contains("_Packages") || name.hasPrefix("Packages")
    }

    /// What changes with the lists; nil when there are none.
    var listsStamp: String? {
        let stamps = listNames.filter(Self.isPackageList).sorted()
            .compactMap { name in FileStamp("\(lists)/\(name)").map { "\(name) \($0)" } }
        return stamps.isEmpty ? nil : stamps.joined(separator: "\n")
    }

    /// What changes with the lists and with what is installed; nil when there are no lists.
    func stamp(with installed: InstalledPackages) -> String? { listsStamp.map { "\($0)\n\(installed.digest)" } }
}

/// What changes when a file is written or replaced.
struct FileStamp: Equatable, CustomStringConvertible {
    let description: String

    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let time = status.st_mtim
        description = "\(status.st_ino) \(status.st_size) \(time.tv_sec).\(time.tv_nsec)"
    }
}

/// What `dpkg` says is installed.
struct InstalledPackages: Sendable {
    /// The program's own version of each installed package, those of another architecture left out.
    private let versions: [String: String]
    /// The native architecture, as `dpkg` calls it.
    let architecture: String
    let stamp: FileStamp
    /// Tells the names and versions apart from others.
    let digest: String

    /// Reads the status; nil when it is missing, not whole, or changes meanwhile.
    init?(_ machine: PackageMachine) {
        guard let stamp = FileStamp(machine.status), let stanzas = Self.stanzas(machine),
            let own = stanzas.first(where: { $0.name == "dpkg" }), FileStamp(machine.status) == stamp
        else { return nil }
        versions = Dictionary(
            stanzas.lazy.filter { $0.isInstalled && $0.isFor(own.architecture) }.map { ($0.name, $0.upstreamVersion) }
        ) { first, _ in first }
        architecture = own.architecture
        self.stamp = stamp
        digest = Digest.sha256(Data(versions.map { "\($0) \($1)" }.sorted().joined(separator: "\n").utf8))
    }

    func contains(_ package: String) -> Bool { versions[package] != nil }

    /// Returns the installed version; nil for a package that is not installed.
    func version(of package: String) -> String? { versions[package] }

    /// Reads what the status has; nil when it does not end with a complete stanza.
    static func stanzas(_ machine: PackageMachine) -> [PackageStanza]? {
        guard let file = fopen(machine.status, "re") else { return nil }
        defer { fclose(file) }
        var reader = StanzaReader()
        var stanzas: [PackageStanza] = []
        var last: [UInt8] = []
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
            while true {
                let count = fread(buffer.baseAddress, 1, buffer.count, file)
                if count == 0 { break }
                let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                last = Array((last + piece.suffix(2)).suffix(2))
                reader.read(piece) { stanzas.append($0) }
            }
        }
        guard last == [0x0A, 0x0A] else { return nil }
        reader.finish { stanzas.append($0) }
        return stanzas
    }

    /// The commands of an installed package: its files in the folders of programs.
    func commands(of package: String, _ machine: PackageMachine) -> [String] {
        let files = ["\(package).list", "\(package):\(architecture).list"]
        // A package without a list has no commands.
        let text =
            files.lazy.compactMap { try? String(contentsOfFile: "\(machine.dpkg)/info/\($0)", encoding: .utf8) }
            .first ?? ""
        return text.split(separator: "\n").compactMap { line in
            let folder = ["/usr/bin/", "/usr/games/"].first(where: line.hasPrefix)
            return folder.map { String(line.dropFirst($0.count)) }.flatMap { $0.contains("/") ? nil : $0 }
        }
    }
}

extension PackageStanza {
    func isFor(_ native: String) -> Bool { architecture == native || architecture == "all" }
}
