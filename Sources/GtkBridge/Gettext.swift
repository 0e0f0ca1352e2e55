import CAdwaita
import CStargazer

/// Translations of one domain. The names are those that the extraction looks for: `tr`, `trn`, `trc`.
public enum Gettext {
    public static let domain = "stargazer"

    /// Binds the domain to the folder its catalogs are installed in.
    public static func bind(folder: String) {
        sgz_gettext_bind(domain, folder)
    }

    /// The language of the catalog that translations come from, as its header names it (`de`, `zh_TW`); nil where nothing is
    /// translated.
    public static var language: String? {
        let header = tr("")
        guard let line = header.split(separator: "\n").first(where: { $0.hasPrefix("Language:") }) else { return nil }
        let name = line.dropFirst("Language:".count).drop { $0 == " " }
        return name.isEmpty ? nil : String(name)
    }
}

/// The translation of a text, or the text itself.
public func tr(_ text: String) -> String {
    // Without a translation gettext gives its own argument back, which has to live until it is copied.
    text.withCString { String(cString: g_dgettext(Gettext.domain, $0)) }
}

/// - Parameter context: tells translators which of several meanings is meant; never shown.
public func trc(_ context: String, _ text: String) -> String {
    context.withCString { context in
        text.withCString { String(cString: g_dpgettext2(Gettext.domain, context, $0)) }
    }
}

/// The form of a counted sentence that the language wants for `count`.
public func trn(_ one: String, _ many: String, _ count: Int) -> String {
    one.withCString { one in
        many.withCString { String(cString: g_dngettext(Gettext.domain, one, $0, UInt(clamping: max(0, count)))) }
    }
}

extension String {
    /// Fills `%1$s`, `%2$s` … in this (translated) sentence. A value is put in as it is, whatever it holds.
    public func filled(_ values: String...) -> String {
        // By bytes, of which a sentence has few: rows are named so by the hundred.
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
