@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// Favorites that are added while texts are being downloaded.
extension DocumentDownloadTests {
    @Test func `a new favorite is next`() async {
        await start()
        await requested(1)
        library.change { $0.append(.sample(200)) }
        await settle()
        await proceed()
        await requested(2)
        #expect(texts.requests[1].first == "200")
    }

    @Test func `favorites added during the pause after a request are counted at once`() async {
        texts.respond(.success(.texts(of: (71...120).map { .sample($0) }, pause: 120)))
        await start()
        await reached("the pause after a request") { $0 == .working(self.progress(50)) }
        for number in 201...203 { library.change { $0.append(.sample(number)) } }
        await settle()
        await proceed()
        await reached("three more") {
            if case .working(let progress) = $0 { progress.total.number == Self.count + 3 } else { false }
        }
        #expect(texts.requests.count == 1, "the pause goes on")
        await proceed(119)
        await requested(2)
        #expect(texts.requests[1].first == "203")
    }

    @Test func `a favorite added later starts it again`() async {
        await start()
        for number in 1...3 {
            await requested(number)
            await proceed()
        }
        await reached("idle") { $0 == .idle }
        library.change { $0.append(.sample(200)) }
        await settle()
        await proceed()
        await requested(4)
        #expect(texts.requests.last == ["200"])
    }

    @Test(
        arguments: [
            (0, .minutes(number(1))), (60, .minutes(number(1))), (61, .minutes(number(2))),
            (89 * 60, .minutes(number(89))), (89 * 60 + 1, .hours(number(2))), (2_879 * 60, .hours(number(48))),
            (2_879 * 60 + 1, .days(number(2))), (2 * 86_400 + 1, .days(number(3))),
        ] as [(Double, BackgroundEstimate)])
    func `an estimate is rounded up to a whole unit`(seconds: Double, estimate: BackgroundEstimate) {
        #expect(BackgroundEstimate(seconds: seconds, formats: .sample()) == estimate)
    }

    private nonisolated static func number(_ number: Int) -> NumberContent { NumberContent(number, formats: .sample()) }
}
