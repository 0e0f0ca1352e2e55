import Foundation
import Testing

@testable import StargazerStandIn

@Suite struct SearchRangeTests {
    @Test(arguments: [
        ("5", 5...5), (">5", 6...Int.max), (">=5", 5...Int.max), ("<5", Int.min...4), ("<=5", Int.min...5),
        ("2..7", 2...7), ("*..7", Int.min...7), ("2..*", 2...Int.max),
    ])
    func `number ranges are parsed`(text: String, range: ClosedRange<Int>) {
        #expect(SearchRange.numbers(text) == range)
    }

    @Test(arguments: ["", "many", "7..2", ">", ">9223372036854775807", "<-9223372036854775808", "1..", "..2"])
    func `an invalid number range is refused`(text: String) {
        #expect(SearchRange.numbers(text) == nil)
    }

    @Test(arguments: [
        ("2020-01-01", 1_577_836_800...1_577_923_199), ("2020-01", 1_577_836_800...1_580_515_199),
        ("2020", 1_577_836_800...1_609_459_199), (">2020-01-01", 1_577_923_200...Int.max),
        (">=2020-01-01", 1_577_836_800...Int.max), ("<2020-01-01", Int.min...1_577_836_799),
        ("<=2020-01-01", Int.min...1_577_923_199), ("2020-01-01..2020-01-02", 1_577_836_800...1_578_009_599),
        ("2020-01-01T00:00:10Z", 1_577_836_810...1_577_836_810),
        ("2020-01-01t00:00:10z", 1_577_836_810...1_577_836_810),
        ("2020-01-01T01:00:10+01:00", 1_577_836_810...1_577_836_810),
    ])
    func `dates without a time cover their whole day, month or year`(text: String, range: ClosedRange<Int>) {
        #expect(SearchRange.dates(text) == range)
    }

    @Test(arguments: ["2020-13-01", "2020-02-30", "yesterday", "20", "2020-01-01-01", "2020-01-01Tnoon"])
    func `an invalid date range is refused`(text: String) {
        #expect(SearchRange.dates(text) == nil)
    }
}
