import CAdwaita
import CStargazer

/// Translations of one domain. xgettext extracts calls of `tr`, `trn` and `trc`.
public enum Gettext {
    public static let domain = "stargazer"

    /// Binds the domain to the folder that contains its catalogs.
    public static func bind(folder: String) {
        sgz_gettext_bind(domain, folder)
    }

    /// The language of the loaded catalog, from its header (`de`, `zh_TW`); nil when no catalog is loaded.
    public static var language: String? {
        let header = tr("")
        guard let line = header.split(separator: "\n").first(where: { $0.hasPrefix("Language:") }) else { return nil }
        let name = line.dropFirst("Language:".count).drop { $0 == " " }
        return name.isEmpty ? nil : String(name)
    }
}

/// Returns the translation of a text, or the text itself.
public func tr(_ text: String) -> String {
    // Without a translation gettext returns its argument, which must live until it is copied.
    text.withCString { String(cString: g_dgettext(Gettext.domain, $0)) }
}

/// - Parameter context: Tells translators which meaning is meant; never shown.
public func trc(_ context: String, _ text: String) -> String {
    context.withCString { context in
        text.withCString { String(cString: g_dpgettext2(Gettext.domain, context, $0)) }
    }
}

/// Returns the translated plural form for `count`.
public func trn(_ one: String, _ many: String, _ count: Int) -> String {
    one.withCString { one in
        many.withCString { String(cString: g_dngettext(Gettext.domain, one, $0, UInt(clamping: max(0, count)))) }
    }
}

extension String {
    /// Replaces `%1$s`, `%2$s` … in this translated sentence. Values are inserted unchanged, whatever they contain.
    public func filled(_ values: String...) -> String {
        // Works on bytes: hundreds of rows at a time get their names from here.
        var result = ""
        var rest = utf8[...]
        while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
            result += Substring(rest[..<percent])
            rest = rest[percent...].dropFirst()
            let place = rest.prefix(3)
            if place.count == 3, place.dropFirst().elementsEqual("$s".utf8), let digit = place.first,
                (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(digit),
                values.indices.contains(Int(digit - UInt8(ascii: "1")))
            {
                result += values[Int(digit - UInt8(ascii: "1"))]
                rest = rest.dropFirst(3)
            } else {
                result += "%"
            }
        }
        return result + Substring(rest)
    }
}
