import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Which pictures are drawn first, and for how long.
@Suite(.timeLimit(.minutes(25))) struct SVGDrawingQueueTests {
    /// Notes the limit that it gets, and draws "bomb" within none, "slow" only within more than the first one, and
    /// "slower" only within all of the time.
    private static let script = #"""
        read -r text
        echo "$text $2" >> "$0.log"
        case "$text-$2" in
        bomb-* | slow-100 | slower-100 | slower-200) kill -PROF $$ ;;
        killed-1800) kill -KILL $$ ;;
        killed-100) kill -PROF $$ ;;
        broken-*) exit 2 ;;
        esac
        printf '\211PNG\r\n\032\n'
        """#

    private let fake: FakeWorker
    private let time = ManualTime()
    private let queue: SVGDrawingQueue

    init() throws {
        fake = try FakeWorker(Self.script)
        queue = SVGDrawingQueue(SVGRenderer(path: fake.worker.path), time: time.source)
    }

    private func draw(_ text: String) async -> CatalogFailure? {
        do throws(CatalogFailure) {
            _ = try await queue.png(of: Data("\(text)\n".utf8), isDark: false)
            return nil
        } catch {
            return error
        }
    }

    /// The limits of all drawings.
    private func log() throws -> [String] {
        try String(contentsOfFile: fake.worker.path + ".log", encoding: .utf8).split(separator: "\n").map(String.init)
    }

    private let undrawable = CatalogFailure.undrawablePicture

    @Test func `one that takes long is drawn again without the first limit`() async throws {
        #expect(await draw("slow") == nil)
        #expect(try log() == ["slow 100", "slow 1800"])
    }

    @Test func `one that fails is not drawn again`() async throws {
        #expect(await draw("broken") == undrawable)
        #expect(try log() == ["broken 100"])
    }

    @Test func `after three that took too long others have less time, for a minute`() async throws {
        for _ in 0..<3 { #expect(await draw("bomb") == undrawable) }
        #expect(await draw("slow") == nil)
        await time.advance(by: .seconds(60), sleepers: 0)
        #expect(await draw("slow") == nil)
        #expect(try limits() == ["1800", "1800", "1800", "200", "1800"])
    }

    private func limits() throws -> [Substring] {
        try log().compactMap { $0.split(separator: " ").last }.filter { $0 != "100" }
    }

    @Test func `one that only the shorter limit stopped is drawn later, and counts for nothing`() async throws {
        for _ in 0..<3 { _ = await draw("bomb") }
        await time.advance(by: .seconds(59), sleepers: 0)
        for _ in 0..<3 { #expect(await draw("slower") == .undrawnPicture) }
        await time.advance(by: .seconds(1), sleepers: 0)
        #expect(await draw("slower") == nil)
    }

    @Test func `workers that are killed do not shorten the limit`() async throws {
        for _ in 0..<4 { #expect(await draw("killed") == .undrawnPicture) }
        #expect(try limits() == ["1800", "1800", "1800", "1800"])
    }

    @Test func `one with more bytes than the worker reads starts none`() async throws {
        await #expect(throws: CatalogFailure.pictureTooLarge) {
            try await queue.png(of: Data(count: SVGRenderer.maxSource + 1), isDark: false)
        }
        #expect(!FileManager.default.fileExists(atPath: fake.worker.path + ".log"))
    }

    /// Draws badges, every fourth of which is hostile. Returns in their order which ended, and after how long.
    private func drawBadges(_ count: Int) async -> [(isHostile: Bool, time: Duration)] {
        let queue = SVGDrawingQueue(.patient, time: .system)
        let primitives = String(repeating: #"<feTurbulence numOctaves="100000" baseFrequency=".1"/>"#, count: 2_000)
        let filter = #"<filter id="f">\#(primitives)</filter>"#
        let start = ContinuousClock.now
        return await withTaskGroup { group in
            for number in 0..<count {
                let isHostile = number % 4 == 1
                group.addTask {
                    let use = isHostile ? ##"filter="url(#f)""## : ""
                    let inside = #"\#(isHostile ? filter : "")<rect width="90" height="20" \#(use)/>"#
                    let svg = #"<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20">\#(inside)</svg>"#
                    let png = try? await queue.png(of: Data(svg.utf8), isDark: false)
                    #expect((png == nil) == isHostile)
                    return (isHostile, ContinuousClock.now - start)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func `badges do not wait for hostile pictures among them`() async throws {
        let badges = await drawBadges(16)
        #expect(badges.map(\.isHostile) == Array(repeating: false, count: 12) + Array(repeating: true, count: 4))
    }

    /// Prints how long 200 badges take, on request: `STARGAZER_MEASURE=1 swift test --filter SVGDrawingQueueTests`.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["STARGAZER_MEASURE"] != nil, "set STARGAZER_MEASURE=1"))
    func `fifty hostile pictures among two hundred`() async throws {
        let badges = await drawBadges(200)
        print("the last badge:", try #require(badges.last { !$0.isHostile }).time)
        print("the last hostile picture:", try #require(badges.last).time)
    }
}
