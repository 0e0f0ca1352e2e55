import Foundation
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The D-Bus service for the desktop's search. It works with or without a window.
@MainActor final class DesktopSearchService {
    /// The objects that answer the desktop's queries.
    struct Source {
        let search: DesktopSearch
        /// Returns a picture that is already on disk; nil when it is not.
        let picture: @Sendable (URL) async -> Data?
    }

    private let source: @MainActor () -> Source?
    private let hold: @MainActor () -> Void
    private let open: @MainActor (OpenRequest, _ time: UInt32) -> Void
    private var objects: [DBusObject] = []

    /// - Parameters:
    ///   - source: called for each method call; nil when nothing can be searched.
    ///   - hold: called for each method call, to keep the process alive.
    ///   - open: shows the selected result; receives the timestamp of the selection.
    init(
        source: @escaping @MainActor () -> Source?, hold: @escaping @MainActor () -> Void,
        open: @escaping @MainActor (OpenRequest, _ time: UInt32) -> Void
    ) {
        self.source = source
        self.hold = hold
        self.open = open
        let answers: [(String, String, DBusObject.MethodHandler)] = [
            (
                ShellSearchProvider.path, ShellSearchProvider.interface,
                { [weak self] in await self?.respondToShell($0, $1) }
            ),
            (KRunnerInterface.path, KRunnerInterface.interface, { [weak self] in await self?.respondToRunner($0, $1) }),
        ]
        objects = answers.compactMap { DBusObject(path: $0, interface: $1, handler: $2) }
    }

    // MARK: GNOME Shell

    private func respondToShell(_ method: String, _ arguments: [DBusValue]) async -> [DBusValue]? {
        hold()
        guard let source = source() else { return nil }
        switch (method, arguments.count) {
        case ("GetInitialResultSet", 1), ("GetSubsearchResultSet", 2):
            guard let terms = arguments.last?.texts else { return nil }
            let found = await source.search.results(for: terms)
            return [.array(found.map { .string($0.id) }, of: "s")]
        case ("GetResultMetas", 1):
            guard let ids = arguments[0].texts else { return nil }
            var metas: [DBusValue] = []
            for (id, content) in zip(ids, await source.search.contents(ofIDs: ids)) {
                guard let content else {
                    metas.append(ShellSearchProvider.metaOfMissing(id))
                    continue
                }
                metas.append(ShellSearchProvider.meta(id, content, await picture(of: content, source)))
            }
            return [.array(metas, of: "a{sv}")]
        case ("ActivateResult", 3):
            guard let id = arguments[0].text, case .uint32(let time) = arguments[2] else { return nil }
            await activate(id, in: source, at: time)
            return []
        case ("LaunchSearch", 2):
            guard let terms = arguments[0].texts, case .uint32(let time) = arguments[1] else { return nil }
            open(DesktopSearch.openRequest(searchingFor: terms), time)
            return []
        default: return nil
        }
    }

    // MARK: KRunner

    private func respondToRunner(_ method: String, _ arguments: [DBusValue]) async -> [DBusValue]? {
        hold()
        guard let source = source() else { return nil }
        switch (method, arguments.count) {
        case ("Actions", 0): return [.array([], of: "(sss)")]
        case ("Match", 1):
            guard let words = arguments[0].text else { return nil }
            let found = await source.search.results(for: [words])
            let contents = await source.search.contents(of: Array(found.prefix(KRunnerInterface.maximumMatches)))
            var matches: [DBusValue] = []
            for (index, content) in contents.enumerated() {
                matches.append(KRunnerInterface.match(content, await picture(of: content, source), position: index))
            }
            return [.array(matches, of: KRunnerInterface.matchType)]
        case ("Run", 2):
            guard let id = arguments[0].text else { return nil }
            await activate(id, in: source, at: 0)
            return []
        default: return nil
        }
    }

    // MARK: GNOME Shell and KRunner

    /// Opens a result. If it no longer exists, shows the favorites, so that the selection has an effect.
    private func activate(_ id: String, in source: Source, at time: UInt32) async {
        var request: OpenRequest?
        if let result = DesktopSearchResult(id: id) { request = await source.search.openRequest(for: result) }
        open(request ?? .source(.favorites(.all)), time)
    }

    private func picture(of content: DesktopSearchResultContent, _ source: Source) async -> DBusValue? {
        guard let address = content.picture, let data = await source.picture(address) else { return nil }
        return await Task.detached {
            (try? DecodedPicture(data, PictureResolution(side: DesktopSearchService.pictureSide)))?.takeIconData()
        }
        .value
    }

    /// In pixels, twice the size that desktops show.
    private nonisolated static let pictureSide = 64
}

/// GNOME Shell's interface for searching in applications, version 2 (`org.gnome.Shell.SearchProvider2`).
enum ShellSearchProvider {
    /// The object path in `search-provider.ini`.
    static let path = "/io/github/stargazer_app/Stargazer/SearchProvider"

    static let interface = """
        <node>
          <interface name="org.gnome.Shell.SearchProvider2">
            <method name="GetInitialResultSet">
              <arg type="as" name="terms" direction="in"/>
              <arg type="as" name="results" direction="out"/>
            </method>
            <method name="GetSubsearchResultSet">
              <arg type="as" name="previous_results" direction="in"/>
              <arg type="as" name="terms" direction="in"/>
              <arg type="as" name="results" direction="out"/>
            </method>
            <method name="GetResultMetas">
              <arg type="as" name="identifiers" direction="in"/>
              <arg type="aa{sv}" name="metas" direction="out"/>
            </method>
            <method name="ActivateResult">
              <arg type="s" name="identifier" direction="in"/>
              <arg type="as" name="terms" direction="in"/>
              <arg type="u" name="timestamp" direction="in"/>
            </method>
            <method name="LaunchSearch">
              <arg type="as" name="terms" direction="in"/>
              <arg type="u" name="timestamp" direction="in"/>
            </method>
          </interface>
        </node>
        """

    /// - Parameter picture: pixels in the format of notifications; nil shows an icon.
    static func meta(_ id: String, _ content: DesktopSearchResultContent, _ picture: DBusValue?) -> DBusValue {
        var meta: [String: DBusValue] = ["id": .string(id), "name": .string(content.title)]
        let description = DesktopSearchText.description(content)
        if !description.isEmpty { meta["description"] = .string(description) }
        if let picture { meta["icon-data"] = picture } else { meta["gicon"] = .string(DesktopSearchText.icon(content)) }
        return .dictionary(meta)
    }

    /// What shows for a result that no longer exists. Choosing it shows the favorites.
    static func metaOfMissing(_ id: String) -> DBusValue {
        .dictionary([
            "id": .string(id), "name": .string(DesktopSearchText.missing), "gicon": .string("non-starred-symbolic"),
        ])
    }
}

/// KRunner's interface for matches of other processes (`org.kde.krunner1`).
enum KRunnerInterface {
    /// The object path in `krunner.desktop`.
    static let path = "/io/github/stargazer_app/Stargazer/Runner"
    /// The maximum number of matches: KRunner shows the matches of all runners together.
    static let maximumMatches = 10
    static let matchType = "(sssuda{sv})"

    static let interface = """
        <node>
          <interface name="org.kde.krunner1">
            <method name="Actions">
              <arg type="a(sss)" name="actions" direction="out"/>
            </method>
            <method name="Match">
              <arg type="s" name="query" direction="in"/>
              <arg type="a(sssuda{sv})" name="matches" direction="out"/>
            </method>
            <method name="Run">
              <arg type="s" name="match" direction="in"/>
              <arg type="s" name="action" direction="in"/>
            </method>
          </interface>
        </node>
        """

    /// KRunner's `PossibleMatch`: it fits the query, but the user may have meant something else.
    private static let possibleMatch: UInt32 = 30

    /// - Parameter position: the index among the matches, the best first.
    static func match(_ content: DesktopSearchResultContent, _ picture: DBusValue?, position: Int) -> DBusValue {
        var more: [String: DBusValue] = ["subtext": .string(DesktopSearchText.description(content))]
        more["icon-data"] = picture
        return .tuple([
            .string(content.result.id), .string(content.title), .string(DesktopSearchText.icon(content)),
            .uint32(possibleMatch), .double(0.9 - 0.05 * Double(position)), .dictionary(more),
        ])
    }
}
