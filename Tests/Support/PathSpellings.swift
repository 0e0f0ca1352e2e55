/// Parts of a name that would lead elsewhere in an address, or hide what it is.
public enum PathSpellings {
    public static let all = [
        "..", ".", "", "../x", "x/..", "a/b", "a\\b", "%2e%2e", "..%2f", "%2E.", "x%2Fy", "?", "#", "a?b", "a#b",
        "a:b",
        "\u{0}", "a\n", "\u{202E}x", " ..",
    ]
}
