import GtkBridge
import StargazerCore

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

    /// - Parameter place: the index among the matches, the best first.
    static func match(_ content: DesktopSearchResultContent, _ picture: DBusValue?, place: Int) -> DBusValue {
        var more: [String: DBusValue] = ["subtext": .string(DesktopSearchText.description(content))]
        more["icon-data"] = picture
        return .tuple([
            .string(content.result.id), .string(content.title), .string(DesktopSearchText.icon(content)),
            .uint32(possibleMatch), .double(0.9 - 0.05 * Double(place)), .dictionary(more),
        ])
    }
}
