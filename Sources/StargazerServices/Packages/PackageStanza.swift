import Glibc

/// A package as the lists of `apt` or the status of `dpkg` describe it.
struct PackageStanza: Equatable {
    var name = ""
    /// The source package that it was built from; empty for one of the same name.
    var source = ""
    var version = ""
    var architecture = ""
    var section = ""
    var homepage = ""
    /// The first line of the description.
    var summary = ""
    /// Only in the status of `dpkg`.
    var status = ""

    /// Also of one that is held at its version.
    var isInstalled: Bool { status.hasSuffix(" ok installed") }
    var sourceName: String { source.isEmpty ? name : String(source.prefix { $0 != " " }) }

    /// The program's own version: without the epoch and without the distribution's revision.
    var upstreamVersion: String {
        var text = Substring(version)
        if let colon = text.firstIndex(of: ":"), text[..<colon].allSatisfy(\.isNumber) {
            text = text[text.index(after: colon)...]
        }
        if let revision = text.lastIndex(of: "-") { text = text[..<revision] }
        return String(text)
    }

    fileprivate static let fields: [(name: StaticString, path: any WritableKeyPath<PackageStanza, String> & Sendable)] =
        [
            ("Package:", \.name), ("Source:", \.source), ("Version:", \.version), ("Architecture:", \.architecture),
            ("Section:", \.section), ("Homepage:", \.homepage), ("Description:", \.summary), ("Status:", \.status),
        ]
}

/// Reads stanzas from text that comes in pieces, and holds one line of it at most.
struct StanzaReader {
    /// Bytes of a line; the rest of a longer one is skipped.
    private static let maxLine = 65_536
    private var stanza = PackageStanza()
    private var line: [UInt8] = []

    /// - Parameter found: gets each stanza that has a name.
    mutating func read(_ piece: UnsafeRawBufferPointer, found: (PackageStanza) -> Void) {
        var rest = piece
        while let start = rest.baseAddress, rest.count > 0 {
            guard let end = memchr(start, 0x0A, rest.count) else {
                if line.count < Self.maxLine { line.append(contentsOf: rest) }
                return
            }
            let length = UnsafeRawPointer(end) - start
            let ended = UnsafeRawBufferPointer(start: start, count: length)
            if line.isEmpty {
                add(ended, found)
            } else {
                line.append(contentsOf: ended)
                line.withUnsafeBytes { add($0, found) }
                line.removeAll(keepingCapacity: true)
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[(length + 1)...])
        }
    }

    /// Reads the last stanza, which no blank line ends.
    mutating func finish(found: (PackageStanza) -> Void) {
        line.withUnsafeBytes { add($0, found) }
        line = []
        end(found)
    }

    private mutating func add(_ line: UnsafeRawBufferPointer, _ found: (PackageStanza) -> Void) {
        guard let first = line.first else { return end(found) }
        for (name, path) in PackageStanza.fields where first == name.utf8Start.pointee {
            let length = name.utf8CodeUnitCount
            guard line.count > length, let start = line.baseAddress, memcmp(start, name.utf8Start, length) == 0 else {
                continue
            }
            var value = line[length...]
            while let blank = value.first, blank == 0x20 || blank == 0x09 { value.removeFirst() }
            while let blank = value.last, [0x20, 0x09, 0x0D].contains(blank) { value.removeLast() }
            stanza[keyPath: path] = String(decoding: value, as: UTF8.self)
            return
        }
    }

    private mutating func end(_ found: (PackageStanza) -> Void) {
        if !stanza.name.isEmpty { found(stanza) }
        stanza = PackageStanza()
    }
}
