import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct PictureFailuresTests {
    private let time = ManualTime()
    private let one: URL
    private let other: URL

    init() throws {
        one = try #require(URL(string: "https://example.org/1.png"))
        other = try #require(URL(string: "https://example.org/2.png"))
    }

    @MainActor private final class View {
        var retries = 0
    }

    @Test func `a picture that failed is not requested for a minute, then again`() async {
        let failures = PictureFailures(time: time.source)
        failures.record(.gone, of: one)
        await time.advance(by: .seconds(59), sleepers: 0)
        #expect(failures.contains(one) && !failures.contains(other))
        await time.advance(by: .seconds(1), sleepers: 0)
        #expect(!failures.contains(one))
    }

    @Test func `a picture that is too large is not requested again until the user asks for it`() async {
        let failures = PictureFailures(time: time.source)
        failures.record(.unreadable(code: "too-large"), of: one)
        await time.advance(by: .seconds(3_600), sleepers: 0)
        #expect(failures.contains(one) && failures.isTooLarge(one) && !failures.isTooLarge(other))
        failures.remove(one)
        #expect(!failures.contains(one))
        failures.record(.pictureTooLarge, of: one)
        failures.retryAll()
        #expect(!failures.contains(one))
    }

    @Test func `a failure that passes by itself is not recorded`() {
        let failures = PictureFailures(time: time.source)
        for failure in [CatalogFailure.offline, .timedOut, .server(status: 502), .cancelled] {
            failures.record(failure, of: one)
            #expect(!failures.contains(one), "\(failure)")
        }
        for failure in [CatalogFailure.gone, .unexpected(code: "picture-403"), .unreadable(code: "content-type")] {
            failures.record(failure, of: other)
            #expect(failures.contains(other), "\(failure)")
            failures.remove(other)
        }
    }

    @Test func `a picture that cannot be drawn is not requested until a refresh`() async {
        let failures = PictureFailures(time: time.source)
        failures.record(.undrawablePicture, of: one)
        await time.advance(by: .seconds(86_400), sleepers: 0)
        #expect(failures.contains(one))
        failures.retryAll()
        #expect(!failures.contains(one))
    }

    @Test func `a picture that is too large for a list may be requested for a document`() {
        let failures = PictureFailures(time: time.source)
        failures.record(.pictureTooLarge, of: one)
        #expect(!failures.contains(one, isInDocument: true) && !failures.isTooLarge(one, isInDocument: true))
        failures.record(.pictureTooLarge, of: one, isInDocument: true)
        #expect(failures.isTooLarge(one, isInDocument: true) && failures.isTooLarge(one))
    }

    @Test func `another color scheme makes pictures drawable, but not smaller`() {
        let failures = PictureFailures(time: time.source)
        failures.record(.undrawablePicture, of: one)
        failures.record(.pictureTooLarge, of: other)
        failures.removeUndrawable()
        #expect(!failures.contains(one) && failures.contains(other))
    }

    @Test func `a picture that was not drawn this time is requested after a minute`() async {
        let failures = PictureFailures(time: time.source)
        failures.record(.undrawnPicture, of: one)
        #expect(failures.contains(one))
        await time.advance(by: .seconds(60), sleepers: 0)
        #expect(!failures.contains(one))
    }

    @Test func `a clock that was set back does not extend the minute`() async {
        let failures = PictureFailures(time: time.source)
        failures.record(one)
        await time.advance(by: .seconds(-3600), sleepers: 0)
        #expect(!failures.contains(one))
    }

    @Test func `refresh requests every failed picture on the screen once`() {
        let failures = PictureFailures(time: time.source)
        let (shown, arrived) = (View(), View())
        var gone: View? = View()
        for (view, address) in [(shown, one), (arrived, other)] {
            failures.record(.gone, of: address)
            failures.waitForRetry(view) { [weak view] in view?.retries += 1 }
        }
        var goneRetries = 0
        if let gone { failures.waitForRetry(gone) { goneRetries += 1 } }
        gone = nil
        failures.stopWaiting(arrived)
        failures.retryAll()
        #expect(shown.retries == 1 && arrived.retries == 0 && goneRetries == 0)
        #expect(!failures.contains(one) && !failures.contains(other))
        failures.retryAll()
        #expect(shown.retries == 1, "it waits again only after another failure")
    }

    @Test func `a picture that fails again during a refresh waits for the next one`() {
        let failures = PictureFailures(time: time.source)
        let view = View()
        @MainActor func fail() {
            failures.record(.gone, of: one)
            failures.waitForRetry(view) { [weak view] in
                view?.retries += 1
                fail()
            }
        }
        fail()
        failures.retryAll()
        failures.retryAll()
        #expect(view.retries == 2 && failures.contains(one))
    }
}
