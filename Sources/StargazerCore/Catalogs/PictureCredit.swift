import Foundation
import StargazerLibrary

/// The line that names a picture's author, license and service, as free licenses require where it is used.
/// Its words are English, as in such lines everywhere.
enum PictureCredit {
    /// Returns clean text such as `Ana Gil, CC BY-SA 4.0, via Wikimedia Commons`; nil when nothing is known.
    static func line(author: String?, license: String?, service: String?) -> String? {
        let parts = [author, license, service.map { "via \($0)" }].compactMap(\.self).map {
            CleanText.line($0, limit: ItemContent.maxNameLength)
        }
        let known = parts.filter { !$0.isEmpty }
        return known.isEmpty ? nil : known.joined(separator: ", ")
    }
}
