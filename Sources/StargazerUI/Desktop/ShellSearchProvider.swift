import GtkBridge
import StargazerCore

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
    static func meta(_ content: DesktopSearchResultContent, _ picture: DBusValue?) -> DBusValue {
        var meta: [String: DBusValue] = ["id": .string(content.result.id), "name": .string(content.title)]
        let description = DesktopSearchText.description(content)
        if !description.isEmpty { meta["description"] = .string(description) }
        if let picture { meta["icon-data"] = picture } else { meta["gicon"] = .string(DesktopSearchText.icon(content)) }
        return .dictionary(meta)
    }
}
