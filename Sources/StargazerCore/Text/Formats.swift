public import Foundation
import Synchronization

/// Numbers and dates in the person's own way of writing. `Locale.current` says `en_001` on Linux whatever the
/// environment says, so locale and calendar are given.
public struct Formats: Sendable {
    private let compactStyle: IntegerFormatStyle<Int>
    private let fullStyle: IntegerFormatStyle<Int>
    private let bytesStyle: ByteCountFormatStyle
    private let percentStyle: FloatingPointFormatStyle<Double>.Percent
    private let dateStyle: Date.FormatStyle
    private let dayStyle: Date.FormatStyle
    private let shortDayStyle: Date.FormatStyle
    private let dayStyleInUTC: Date.FormatStyle
    private let clockStyle: Date.FormatStyle
    private let locale: Locale
    let calendar: Calendar
    private let relativeTexts = RelativeDateCache()

    /// - Parameter calendar: its locale is replaced by `locale`; its time zone decides what absolute dates say.
    public init(locale: Locale, calendar: Calendar = Calendar(identifier: .gregorian)) {
        var calendar = calendar
        calendar.locale = locale
        self.locale = locale
        self.calendar = calendar
        fullStyle = IntegerFormatStyle<Int>(locale: locale)
        compactStyle = fullStyle.notation(.compactName).precision(.fractionLength(0...1))
        percentStyle = FloatingPointFormatStyle<Double>.Percent(locale: locale).precision(.fractionLength(0...1))
        bytesStyle = ByteCountFormatStyle(style: .file, spellsOutZero: false, locale: locale)
        dateStyle = Date.FormatStyle(
            date: .long, time: .shortened, locale: locale, calendar: calendar, timeZone: calendar.timeZone)
        dayStyle = Date.FormatStyle(
            date: .long, time: .omitted, locale: locale, calendar: calendar, timeZone: calendar.timeZone)
        shortDayStyle = Date.FormatStyle(
            date: .abbreviated, time: .omitted, locale: locale, calendar: calendar, timeZone: calendar.timeZone)
        dayStyleInUTC = Date.FormatStyle(
            date: .long, time: .omitted, locale: locale, calendar: calendar, timeZone: .gmt)
        clockStyle = Date.FormatStyle(
            date: .omitted, time: .shortened, locale: locale, calendar: calendar, timeZone: calendar.timeZone)
    }

    /// A region's manner in the words of one language: `2 hours ago` does not turn into another language's words in the
    /// midst of an English sentence because somebody likes the other one's dates.
    /// - Parameters:
    ///   - language: as gettext names it: `de`, `zh_TW`.
    ///   - region: the name of a POSIX locale: `de_DE.UTF-8`, `C`, `sr_RS@latin`.
    public static func locale(language: String, region: String) -> Locale {
        let spoken = Locale(identifier: language)
        let plain = String(region.prefix { $0 != "." && $0 != "@" })
        guard plain != "C", plain != "POSIX", let code = Locale(identifier: plain).region else {
            return spoken.region == nil && language == "en" ? Locale(identifier: "en_US") : spoken
        }
        var parts = Locale.Components(locale: spoken)
        // The region tells which of several scripts a language is written in, so keep the one that is spoken.
        parts.languageComponents.script = Locale.Language(identifier: spoken.language.maximalIdentifier).script
        parts.languageComponents.region = code
        return Locale(components: parts)
    }

    /// For rows: `66.9K`.
    public func compact(_ number: Int) -> String { compactStyle.format(number) }

    /// For details and counts: `66,912`.
    public func full(_ number: Int) -> String { fullStyle.format(number) }

    /// For what files take: `12.3 MB`, in units of a thousand as file managers have them.
    public func bytes(_ count: Int) -> String { bytesStyle.format(Int64(count)) }

    /// `61.2%`, of a share from 0 to 1. What is something is never called nothing.
    public func percent(_ share: Double) -> String {
        let isTiny = share > 0 && share < 0.001
        return (isTiny ? "<" : "") + percentStyle.format(isTiny ? 0.001 : share)
    }

    /// `2 hours ago`: the largest whole unit that has passed. (Foundation alone counts boundaries crossed and calls
    /// 13 months that touch three calendar years "2 years ago".) A date to come, which only a wrong clock makes, is now.
    public func relative(_ date: Date, now: Date) -> String { relative(date, now: now, isShort: false) }

    /// For rows: `2 h ago`.
    public func shortRelative(_ date: Date, now: Date) -> String {
        relative(date, now: now, isShort: true)
    }

    private func relative(_ date: Date, now: Date, isShort: Bool) -> String {
        let passed = calendar.dateComponents(Set(Self.units.map(\.component)), from: min(date, now), to: now)
        let unit = Self.units.first { passed.value(for: $0.component) ?? 0 > 0 } ?? Self.smallest
        let count = passed.value(for: unit.component) ?? 0
        let key = "\(count) \(unit.component)\(isShort ? " short" : "")"
        if let known = relativeTexts.texts.withLock({ $0[key] }) { return known }
        let anchor = calendar.date(byAdding: unit.component, value: -count, to: now) ?? date
        var text = Date.AnchoredRelativeFormatStyle(
            anchor: anchor, allowedFields: [unit.field], presentation: count == 0 ? .named : .numeric,
            unitsStyle: isShort ? shortUnits : .wide, locale: locale, calendar: calendar
        ).format(now)
        if isShort { text = Self.apart(text) }
        relativeTexts.texts.withLock { $0[key] = text }
        return text
    }

    /// The narrowest words of English are the symbols of the units; other languages have a mere sign in place of "ago".
    private var shortUnits: Date.RelativeFormatStyle.UnitsStyle {
        locale.language.languageCode == .english ? .narrow : .abbreviated
    }

    /// A unit's symbol stands apart from its number; Foundation writes `2h` in English.
    private static func apart(_ text: String) -> String {
        text.reduce(into: "") { apart, character in
            if apart.last?.isNumber == true, character.isASCII, character.isLetter { apart.append(" ") }
            apart.append(character)
        }
    }

    private typealias Unit = (component: Calendar.Component, field: Date.RelativeFormatStyle.Field)
    private static let smallest: Unit = (.second, .second)
    private static let units: [Unit] = [
        (.year, .year), (.month, .month), (.weekOfMonth, .week), (.day, .day), (.hour, .hour), (.minute, .minute),
        smallest,
    ]

    /// Date and time of day, for a tooltip: `November 14, 2023 at 10:13 PM`.
    public func absolute(_ date: Date) -> String { dateStyle.format(date) }

    /// The date alone: `November 14, 2023`.
    public func day(_ date: Date) -> String { dayStyle.format(date) }

    /// The same in less room: `Nov 14, 2023`.
    public func shortDay(_ date: Date) -> String { shortDayStyle.format(date) }

    /// The same of a date that was noted without a time zone and taken for UTC.
    func dayInUTC(_ date: Date) -> String { dayStyleInUTC.format(date) }

    /// The time of day alone: `10:13 PM`.
    public func timeOfDay(_ date: Date) -> String { clockStyle.format(date) }

    /// `0:42`, `1:02:03`: whole seconds, rounded up so that zero means over; never below zero.
    public func countdown(_ seconds: TimeInterval) -> String {
        let whole = Int(clamping: min(max(seconds, 0), 359_999).rounded(.up))
        let pad = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let (minutes, rest) = (whole / 60, whole % 60)
        guard minutes >= 60 else { return "\(minutes):\(pad(rest))" }
        return "\(minutes / 60):\(pad(minutes % 60)):\(pad(rest))"
    }
}

/// Relative dates already put in words, by count and unit. There are a few hundred of them, and finding the words is
/// most of the time that a row takes.
private final class RelativeDateCache: Sendable {
    let texts = Mutex<[String: String]>([:])
}
