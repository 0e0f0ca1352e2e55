import Foundation
import StargazerCore
import StargazerLibrary

/// Films are links with a play mark: they open where they can be played.
extension DocumentBuilder {
    mutating func addFilm(_ attributes: [String: String]) {
        guard lacksFilm == true, let source = attributes["src"], let target = baseURLs.target(source) else { return }
        lacksFilm = false
        inline.append(InlineScope(tag: "a", style: [], target: target))
        add(Self.filmName(source))
        inline.removeLast()
        add(" ")
    }

    /// Returns the text with a link to a film in place of the film's address, if that is all there is.
    func withFilm(_ spans: [TextSpan]) -> [TextSpan] {
        let shown = spans.filter { $0.picture != nil || !$0.text.allSatisfy(\.isWhitespace) }
        guard shown.count == 1, let span = shown.first, span.picture == nil, case .web(let address)? = span.target,
            span.text.trimmed == address, Self.isFilm(address)
        else { return spans }
        return [TextSpan(Self.filmName(address), style: span.style, target: span.target)]
    }

    private static func filmName(_ address: String) -> String {
        let name = CleanText.line(URL(string: address)?.lastPathComponent ?? "", limit: 100)
        return "▶ " + (name.isEmpty || name == "/" ? address : name)
    }

    /// Whether a web address is that of a film. Those of attached files do not state what they are, but pictures are
    /// attached as pictures.
    private static func isFilm(_ address: String) -> Bool {
        guard let url = URL(string: address) else { return false }
        if ["mp4", "mov", "webm"].contains(url.pathExtension.lowercased()) { return true }
        let parts = url.pathComponents.dropFirst()
        return parts.starts(with: ["user-attachments", "assets"])
            || parts.count == 5 && parts.dropFirst(2).first == "assets" && parts.last?.count == 36
    }
}
