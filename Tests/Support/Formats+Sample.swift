public import Foundation
public import StargazerLibrary

extension Formats {
    /// Returns American English formats in universal time, unless a test needs others.
    public static func sample(locale: String = "en_US", timeZone: TimeZone = .gmt) -> Formats {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = timeZone
        return Formats(locale: Locale(identifier: locale), calendar: calendar)
    }
}
