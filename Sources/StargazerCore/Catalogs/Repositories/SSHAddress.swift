/// An SSH clone address that is safe to paste into a terminal: `user@host:path` or `ssh://user@host/path`.
/// It contains only plain ASCII characters.
struct SSHAddress: Equatable, Sendable {
    let text: String

    init?(_ text: String) {
        let rest = text.hasPrefix("ssh://") ? text.dropFirst(6) : text[...]
        guard text.utf8.count <= 400, let at = rest.firstIndex(of: "@"), rest.first?.isLetter == true,
            rest[at...].dropFirst().first.map({ $0.isLetter || $0.isNumber }) == true,
            rest[at...].contains(where: { $0 == ":" || $0 == "/" }), rest.filter({ $0 == "@" }).count == 1,
            rest.unicodeScalars.allSatisfy({ $0.isASCII && ($0.properties.isAlphabetic || Self.others.contains($0)) })
        else { return nil }
        self.text = text
    }

    private static let others = Set("0123456789.-_~:/@".unicodeScalars)
}
