import Foundation
import GtkBridge
import StargazerCore

/// Where the desktop's own search asks this process over D-Bus, with a window or without one.
@MainActor final class DesktopService {
    /// What is asked, when anything is.
    struct Source {
        let search: DesktopSearch
        /// A picture that is on disk already; nil when it is not.
        let picture: @Sendable (URL) async -> Data?
    }

    private let source: @MainActor () -> Source?
    private let stay: @MainActor () -> Void
    private let open: @MainActor (WindowWish, _ time: UInt32) -> Void
    private var objects: [DBusObject] = []

    /// - Parameters:
    ///   - source: asked with each question; nil when there is nothing to ask.
    ///   - stay: called with each question.
    ///   - open: shows what was chosen, at the time of the choice as the desktop counts it.
    init(
        source: @escaping @MainActor () -> Source?, stay: @escaping @MainActor () -> Void,
        open: @escaping @MainActor (WindowWish, _ time: UInt32) -> Void
    ) {
        self.source = source
        self.stay = stay
        self.open = open
        let answers: [(String, String, DBusObject.Answer)] = [
            (ShellSearch.path, ShellSearch.interface, { [weak self] in await self?.answerShell($0, $1) }),
            (Runner.path, Runner.interface, { [weak self] in await self?.answerRunner($0, $1) }),
        ]
        objects = answers.compactMap { DBusObject(path: $0, interface: $1, answer: $2) }
    }

    // MARK: GNOME Shell

    private func answerShell(_ method: String, _ arguments: [DBusValue]) async -> [DBusValue]? {
        stay()
        guard let source = source() else { return nil }
        switch (method, arguments.count) {
        case ("GetInitialResultSet", 1), ("GetSubsearchResultSet", 2):
            guard let terms = arguments.last?.texts else { return nil }
            let found = await source.search.results(for: terms)
            return [.array(found.map { .string($0.id) }, of: "s")]
        case ("GetResultMetas", 1):
            guard let ids = arguments[0].texts else { return nil }
            let contents = await source.search.contents(of: ids.compactMap(DesktopResult.init(id:)))
            var metas: [DBusValue] = []
            for content in contents { metas.append(ShellSearch.meta(content, await picture(of: content, source))) }
            return [.array(metas, of: "a{sv}")]
        case ("ActivateResult", 3):
            guard let id = arguments[0].text, case .uint32(let time) = arguments[2] else { return nil }
            await choose(id, in: source, at: time)
            return []
        case ("LaunchSearch", 2):
            guard let terms = arguments[0].texts, case .uint32(let time) = arguments[1] else { return nil }
            open(DesktopSearch.wish(terms), time)
            return []
        default: return nil
        }
    }

    // MARK: KRunner

    private func answerRunner(_ method: String, _ arguments: [DBusValue]) async -> [DBusValue]? {
        stay()
        guard let source = source() else { return nil }
        switch (method, arguments.count) {
        case ("Actions", 0): return [.array([], of: "(sss)")]
        case ("Match", 1):
            guard let words = arguments[0].text else { return nil }
            let found = await source.search.results(for: [words])
            let contents = await source.search.contents(of: Array(found.prefix(Runner.most)))
            var matches: [DBusValue] = []
            for (place, content) in contents.enumerated() {
                matches.append(Runner.match(content, await picture(of: content, source), place: place))
            }
            return [.array(matches, of: Runner.matchType)]
        case ("Run", 2):
            guard let id = arguments[0].text else { return nil }
            await choose(id, in: source, at: 0)
            return []
        default: return nil
        }
    }

    // MARK: Either

    /// What is no more is not opened; the window shows all the same, so that choosing it does something.
    private func choose(_ id: String, in source: Source, at time: UInt32) async {
        var wish: WindowWish?
        if let result = DesktopResult(id: id) { wish = await source.search.wish(result) }
        open(wish ?? .favorites, time)
    }

    private func picture(of content: DesktopResultContent, _ source: Source) async -> DBusValue? {
        guard let address = content.picture, let data = await source.picture(address) else { return nil }
        return await Task.detached { DecodedPicture(data, side: DesktopService.pictureSide)?.takeRaw() }.value
    }

    /// In pixels; twice of what desktops show.
    private nonisolated static let pictureSide = 64
}
