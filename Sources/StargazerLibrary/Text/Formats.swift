public import Foundation
import Synchronization

/// Formats numbers and dates for the user's locale.
/// `Locale.current` is always `en_001` on Linux, regardless of the environment, so locale and calendar are passed in.
public struct Formats: Sendable {
    private let compactStyle: IntegerFormatStyle<Int>
    private let fullStyle: IntegerFormatStyle<Int>
    private let bytesStyle: ByteCountFormatStyle
    private let percentStyle: FloatingPointFormatStyle<Double>.Percent
    private let dateStyle: Date.FormatStyle
    private let dayStyle: Date.FormatStyle
    private let shortDayStyle: Date.FormatStyle
    private let dayOfYearStyle: Date.FormatStyle
    private let monthStyle: Date.FormatStyle
    private let yearStyle: Date.FormatStyle
    private let dayStyleInUTC: Date.FormatStyle
    private let clockStyle: Date.FormatStyle
    private let weekdayStyle: Date.FormatStyle
    private let locale: Locale
    package let calendar: Calendar
    private let relativeTexts = RelativeDateCache()

    /// - Parameter calendar: gets `locale`; its time zone applies to absolute dates.
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
        let noTime = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: calendar.timeZone)
        monthStyle = noTime.year().month(.abbreviated)
        yearStyle = noTime.year()
        dayOfYearStyle = noTime.day().month(.wide)
        weekdayStyle = noTime.weekday(.wide)
        dayStyleInUTC = Date.FormatStyle(
            date: .long, time: .omitted, locale: locale, calendar: calendar, timeZone: .gmt)
        clockStyle = Date.FormatStyle(
            date: .omitted, time: .shortened, locale: locale, calendar: calendar, timeZone: calendar.timeZone)
    }

    /// Returns a locale with one language's words and a region's conventions. Otherwise `2 hours ago` would appear in
    /// the region's language inside an English sentence.
    /// - Parameters:
    ///   - language: a gettext language: `de`, `zh_TW`.
    ///   - region: a POSIX locale: `de_DE.UTF-8`, `C`, `sr_RS@latin`.
    public static func locale(language: String, region: String) -> Locale {
        let spoken = Locale(identifier: language)
        let plain = String(region.prefix { $0 != "." && $0 != "@" })
        guard plain != "C", plain != "POSIX", let code = Locale(identifier: plain).region else {
            return spoken.region == nil && language == "en" ? Locale(identifier: "en_US") : spoken
        }
        var parts = Locale.Components(locale: spoken)
        // Some languages have several scripts, chosen by region. Keep the script of the language.
        parts.languageComponents.script = Locale.Language(identifier: spoken.language.maximalIdentifier).script
        parts.languageComponents.region = code
        return Locale(components: parts)
    }

    /// Formats a number for rows: `66.9K`.
    public func compact(_ number: Int) -> String { compactStyle.format(number) }

    /// Formats a number for details and counts: `66,912`.
    public func full(_ number: Int) -> String { fullStyle.format(number) }

    /// Formats a file size in decimal units, as file managers do: `12.3 MB`.
    public func bytes(_ count: Int) -> String { bytesStyle.format(Int64(count)) }

    /// Formats a share from 0 to 1: `61.2%`. A share above zero is never shown as zero.
    public func percent(_ share: Double) -> String {
        let isTiny = share > 0 && share < 0.001
        return (isTiny ? "<" : "") + percentStyle.format(isTiny ? 0.001 : share)
    }

    /// Formats a relative date by the largest whole unit that has passed: `2 hours ago`.
    /// Foundation alone counts boundaries crossed and calls 13 months that touch three calendar years "2 years ago".
    /// Future dates, which only a wrong clock causes, count as now.
    public func relative(_ date: Date, now: Date) -> String { relative(date, now: now, isShort: false) }

    /// Formats a relative date for rows: `2 h ago`.
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

    /// English has unit symbols in the narrow style; other languages have only a sign instead of "ago" there.
    private var shortUnits: Date.RelativeFormatStyle.UnitsStyle {
        locale.language.languageCode == .english ? .narrow : .abbreviated
    }

    /// Inserts the space between number and unit symbol: Foundation writes `2h` in English.
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

    /// Formats a date with the time of day, for tooltips: `November 14, 2023 at 10:13 PM`.
    public func absolute(_ date: Date) -> String { dateStyle.format(date) }

    /// Formats a date without the time: `November 14, 2023`.
    public func day(_ date: Date) -> String { dayStyle.format(date) }

    /// Formats a date without the time, and without the year if it is this year: `November 14`.
    public func dayOfYear(_ date: Date, now: Date) -> String {
        calendar.isDate(date, equalTo: now, toGranularity: .year) ? dayOfYearStyle.format(date) : day(date)
    }

    /// Formats a date in short form: `Nov 14, 2023`.
    public func shortDay(_ date: Date) -> String { shortDayStyle.format(date) }

    /// Formats a month: `Nov 2023`.
    public func month(_ date: Date) -> String { monthStyle.format(date) }

    /// Formats a year: `2023`.
    public func year(_ date: Date) -> String { yearStyle.format(date) }

    /// Formats a date that has no time zone and is stored as UTC.
    package func dayInUTC(_ date: Date) -> String { dayStyleInUTC.format(date) }

    /// Formats the time of day: `10:13 PM`.
    public func timeOfDay(_ date: Date) -> String { clockStyle.format(date) }

    /// Formats a date in the past to follow "since": the time of day today, the weekday in the last six days, otherwise
    /// the day: `10:13 PM`, `Tuesday`, `Nov 14, 2023`.
    public func start(_ date: Date, now: Date) -> String {
        if calendar.isDate(date, inSameDayAs: now) { return timeOfDay(date) }
        let days = calendar.dateComponents(
            [.day], from: calendar.startOfDay(for: date), to: calendar.startOfDay(for: now))
        return (1...6).contains(days.day ?? 0) ? weekdayStyle.format(date) : shortDay(date)
    }

    /// Formats a duration as `0:42` or `1:02:03`: whole seconds rounded up, never below zero. Zero means over.
    public func countdown(_ seconds: TimeInterval) -> String {
        let whole = Int(clamping: min(max(seconds, 0), 359_999).rounded(.up))
        let pad = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let (minutes, rest) = (whole / 60, whole % 60)
        guard minutes >= 60 else { return "\(minutes):\(pad(rest))" }
        return "\(minutes / 60):\(pad(minutes % 60)):\(pad(rest))"
    }
}

/// Caches relative dates by count and unit: a few hundred, whose formatting is most of the time that a row takes.
private final class RelativeDateCache: Sendable {
    let texts = Mutex<[String: String]>([:])
}

/// A number for plural forms, and its text in the user's locale.
public struct NumberContent: Hashable, Sendable {
    public let number: Int
    public let text: String

    public init(_ number: Int, formats: Formats) {
        self.number = number
        text = formats.full(number)
    }

    public init(number: Int, text: String) {
        self.number = number
        self.text = text
    }
}

extension Int {
    /// Rounds to the nearest integer, clamped to the range of `Int`; NaN becomes zero.
    package init(clamping value: Double) {
        guard !value.isNaN else {
            self = 0
            return
        }
        self = Int(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
    }
}
