import Foundation
import StargazerLibrary
import TestSupport
import Testing

struct FormatsTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test(
        arguments: [
            (0, "0 bytes"), (1, "1 byte"), (1000, "1 kB"), (12_345_678, "12.3 MB"),
            (64_000_000, "64 MB"), (1_250_000_000, "1.25 GB"),
        ])
    func `file sizes use decimal units`(count: Int, text: String) {
        #expect(Formats.sample().bytes(count) == text)
    }

    @Test func `file sizes follow the locale`() {
        #expect(Formats.sample(locale: "de_DE").bytes(12_345_678) == "12,3 MB")
    }

    @Test(arguments: [
        (0, "0"), (999, "999"), (1_000, "1K"), (1_049, "1K"), (1_050, "1K"), (1_250, "1.2K"), (66_912, "66.9K"),
        (999_999, "1M"), (1_234_567, "1.2M"),
    ])
    func `rows show numbers compactly`(number: Int, text: String) {
        #expect(Formats.sample().compact(number) == text)
    }

    @Test(arguments: [("en_US", "66.9K"), ("de_DE", "66.912"), ("ja_JP", "6.7万"), ("fr_FR", "66,9\u{A0}k")])
    func `compact numbers follow the locale`(locale: String, text: String) {
        #expect(Formats.sample(locale: locale).compact(66_912) == text)
    }

    @Test(arguments: [("en_US", "66,912"), ("de_DE", "66.912"), ("fr_FR", "66\u{202F}912")])
    func `full numbers follow the locale`(locale: String, text: String) {
        #expect(Formats.sample(locale: locale).full(66_912) == text)
    }

    @Test(arguments: [
        (0.4, "now"), (1.0, "1 second ago"), (59.0, "59 seconds ago"), (60.0, "1 minute ago"),
        (3_599.0, "59 minutes ago"),
        (7_260.0, "2 hours ago"), (86_399.0, "23 hours ago"), (86_400.0, "1 day ago"), (604_799.0, "6 days ago"),
        (604_800.0, "1 week ago"), (3_974_400.0, "1 month ago"), (31_104_000.0, "11 months ago"),
        (34_560_000.0, "1 year ago"), (69_120_000.0, "2 years ago"),
    ])
    func `relative dates count from the given date`(age: TimeInterval, text: String) {
        #expect(Formats.sample().relative(now.addingTimeInterval(-age), now: now) == text)
    }

    @Test(arguments: [
        (0.4, "now"), (59.0, "59 s ago"), (300.0, "5 m ago"), (7_260.0, "2 h ago"), (86_400.0, "1 d ago"),
        (604_800.0, "1 w ago"), (3_974_400.0, "1 mo ago"), (69_120_000.0, "2 y ago"),
    ])
    func `dates in rows are short`(age: TimeInterval, text: String) {
        #expect(Formats.sample().shortRelative(now.addingTimeInterval(-age), now: now) == text)
    }

    @Test(arguments: [("de_DE", "vor 2 Std."), ("fr_FR", "il y a 2 h"), ("ja_JP", "2 時間前")])
    func `short dates have words in every language`(locale: String, text: String) {
        let formats = Formats.sample(locale: locale)
        let date = now.addingTimeInterval(-7_300)
        #expect(formats.shortRelative(date, now: now).replacing("\u{A0}", with: " ") == text)
    }

    @Test func `relative dates follow the locale`() {
        let date = now.addingTimeInterval(-7_300)
        #expect(Formats.sample(locale: "de_DE").relative(date, now: now) == "vor 2 Stunden")
        #expect(Formats.sample(locale: "ja_JP").relative(date, now: now) == "2 時間前")
    }

    @Test func `a push in the future counts as now`() {
        let formats = Formats.sample()
        #expect(formats.relative(now.addingTimeInterval(9_000), now: now) == formats.relative(now, now: now))
    }

    @Test func `absolute dates follow locale and time zone`() throws {
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        let plain = { (text: String) in text.replacing("\u{202F}", with: " ") }
        #expect(plain(Formats.sample().absolute(date)) == "November 14, 2023 at 10:13 PM")
        #expect(Formats.sample(locale: "de_DE").absolute(date) == "14. November 2023 um 22:13")
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        #expect(Formats.sample(locale: "ja_JP", timeZone: tokyo).absolute(date) == "2023年11月15日 7:13")
        #expect(Formats.sample(locale: "de_DE").timeOfDay(date) == "22:13")
    }

    @Test(arguments: [
        ("en", "C", "66.9K", "November 14, 2023"), ("en", "POSIX", "66.9K", "November 14, 2023"),
        ("en", "de_DE.UTF-8", "66,9K", "14. November 2023"), ("de", "C.UTF-8", "66.912", "14. November 2023"),
        ("en", "pt_BR.UTF-8", "66,9K", "14 November 2023"), ("zh_TW", "en_US.UTF-8", "6.7萬", "2023年11月14日"),
        ("zh_CN", "zh_TW", "6.7万", "2023年11月14日"), ("es", "es_ES@euro", "66,9 mil", "14 de noviembre de 2023"),
    ])
    func `words follow the language and formats the region`(
        language: String, region: String, number: String, day: String
    ) {
        let formats = Formats(locale: Formats.locale(language: language, region: region))
        let plain = { (text: String) in text.replacing("\u{A0}", with: " ") }
        #expect(plain(formats.compact(66_912)) == number)
        #expect(plain(formats.day(Date(timeIntervalSince1970: 1_700_000_000))) == day)
    }

    @Test(arguments: [
        (42.0, "0:42"), (41.2, "0:42"), (0.0, "0:00"), (-5.0, "0:00"), (0.1, "0:01"), (60.0, "1:00"), (600.0, "10:00"),
        (3_599.5, "1:00:00"), (3_723.0, "1:02:03"), (1e12, "99:59:59"), (Double.infinity, "99:59:59"),
        (-.infinity, "0:00"), (.nan, "0:00"),
    ])
    func `a countdown counts whole seconds down to zero`(seconds: TimeInterval, text: String) {
        #expect(Formats.sample().countdown(seconds) == text)
    }

    @Test(
        arguments: [
            (0, "3:13\u{202F}PM"), (5 * 3_600, "10:13\u{202F}AM"), (86_400, "Monday"), (6 * 86_400, "Wednesday"),
            (7 * 86_400, "Nov 7, 2023"), (-86_400, "Nov 15, 2023"),
        ] as [(TimeInterval, String)])
    func `the start of a period is a time of day, a weekday or a day`(ago: TimeInterval, text: String) {
        let now = Date(timeIntervalSince1970: 1_699_974_800)
        #expect(Formats.sample().start(now.addingTimeInterval(-ago), now: now) == text)
    }

    @Test(arguments: [1e300, -1e300, 1e19, -1e19, 1e15, -1e15, 253_402_300_800, -62_135_596_801, -62_167_219_201])
    func `any date can be formatted`(seconds: TimeInterval) {
        let (date, now, formats) = (
            Date(timeIntervalSince1970: seconds), Date(timeIntervalSince1970: 0), Formats.sample()
        )
        for text in [
            formats.relative(date, now: now), formats.shortRelative(date, now: now), formats.absolute(date),
            formats.timeOfDay(date), formats.start(date, now: now), ISO8601Date(date).text,
        ] {
            #expect(!text.isEmpty)
        }
    }
}
