import Foundation
import StargazerCore
import StargazerLibrary

/// Translates a search text to the syntax of Wikimedia Commons.
/// Words stay words: nothing in them acts as a keyword or an operator that the text does not show.
enum CommonsSearchText {
    /// The most characters (Unicode code points) that the service accepts, with all keywords.
    static let maxLength = 300

    enum Files {
        case photos, gifs

        fileprivate func keywords(_ type: CommonsMediaType) -> [String] {
            switch self {
            case .gifs: ["filetype:bitmap", "filemime:gif", "-fileres:0"]
            case .photos where type == .drawing: ["filetype:drawing", "-fileres:0"]
            case .photos: ["filetype:bitmap", "-filemime:gif", "-fileres:0"]
            }
        }

        /// The assessments of trending files: featured pictures. Few GIFs are; quality and valued ones count too.
        fileprivate var assessments: String {
            switch self {
            case .photos: "haswbstatement:P6731=Q63348049"
            case .gifs: "haswbstatement:P6731=Q63348049|P6731=Q63348069|P6731=Q63348040"
            }
        }
    }

    /// Returns the search for a text; for an empty text, the search for trending files.
    static func text(_ typed: String, of files: Files, rules: QueryRules) -> String {
        let query = ParsedQuery(typed, rules: rules)
        guard !typed.allSatisfy(\.isWhitespace) else {
            return (files.keywords(.photo) + [files.assessments]).joined(separator: " ")
        }
        var (words, filters, type): ([String], [String], CommonsMediaType) = ([], [], .photo)
        for part in query.parts {
            switch part.role {
            case .space: continue
            case .qualifier(let use):
                if use.name == .type, let typed = CommonsMediaType(rawValue: use.typed.lowercased()) {
                    type = use.isNegated ? (typed == .photo ? .drawing : .photo) : typed
                } else if let keyword = keyword(for: use) {
                    filters.append(use.isNegated ? "-\(keyword)" : keyword)
                }
            default: if let word = word(part.text) { words.append(word) }
            }
        }
        return (words + filters + files.keywords(type)).joined(separator: " ")
    }

    private static func keyword(for use: ParsedQualifier) -> String? {
        let value = use.typed.lowercased()
        switch use.name {
        case .size:
            return CommonsSize(rawValue: value).map { size in
                switch size {
                case .small: "fileres:<500"
                case .medium: "fileres:500,1000"
                case .large: "fileres:>1000"
                }
            }
        case .license:
            return CommonsLicense(rawValue: value).map { license in
                switch license {
                case .attribution: "haslicense:attribution"
                case .shareAlike: "haslicense:attribution-same-license"
                case .unrestricted: "haslicense:unrestricted"
                case .other: "haslicense:other"
                }
            }
        default: return nil
        }
    }

    /// Returns a word or phrase in literal form; nil when nothing can be found by it. A hyphen before it excludes it.
    private static func word(_ typed: String) -> String? {
        let isExcluded = typed.hasPrefix("-")
        let text = typed.drop { $0 == "-" }.filter { $0 != "\"" && $0 != "\\" }.trimmingCharacters(in: .whitespaces)
        guard text.contains(where: { $0.isLetter || $0.isNumber || $0.isEmoji }) else { return nil }
        let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || "-'’.,_&@".contains($0) }
        let literal = isPlain ? operators.contains(text) ? text.lowercased() : text : "\"\(text)\""
        return isExcluded ? "-\(literal)" : literal
    }

    private static let operators: Set = ["AND", "OR", "NOT"]
}

extension Character {
    fileprivate var isEmoji: Bool { unicodeScalars.contains { $0.properties.isEmojiPresentation } }
}

/// Search suggestions of Wikimedia Commons: subjects that have a category. It has no trending searches.
struct CommonsSearchTerms: SearchTerms {
    private let client: CommonsClient

    init(_ client: CommonsClient) { self.client = client }

    func trending() async throws(CatalogFailure) -> [String] { [] }

    func matching(_ typed: String) async throws(CatalogFailure) -> [String] {
        guard typed.count <= CommonsSearchText.maxLength else { return [] }
        return try await client.categories(beginningWith: typed)
    }
}
