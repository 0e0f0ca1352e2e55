import Foundation

/// Header fields that no server should send.
enum HostileHeaders {
    private static let api = "https://api.github.com"
    private static let pages = [
        "1", "0", "-1", "2", "1000000000000000000", "9223372036854775807", "-9223372036854775808",
        "18446744073709551616",
        "1e3", "", "%31", "x", "2&page=3",
    ]
    private static let counts = [
        "0", "-1", "1", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616",
        "",
        " 5 ", "1.5", "1e3", "x", "+7", "\u{662}", "00000000000000000000000000000000007",
    ]
    private static let moments =
        counts + [
            "1800000040", "1799999999", "1800003599", "1800007201", "253402300800", "4102444800",
        ]
    private static let dates = [
        "Fri, 15 Jan 2027 08:00:00 GMT", "Fri, 31 Dec 99999 23:59:59 GMT", "Mon, 01 Jan 0000 00:00:00 GMT",
        "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT", "Mon, 01 Jan -001 00:00:00 GMT", "yesterday",
        "",
        "Fri, 15 Jan 2027 99:99:99 GMT", "Sun, 31 Feb 2027 00:00:00 GMT", "Fri, 15 Jan 2027 08:00:00 +0900",
    ]
    private static let expiries = [
        "2027-01-16 08:00:00 UTC", "99999-12-31 23:59:59 UTC", "0000-01-01 00:00:00 UTC", "2027-01-16 08:00:00 -9999",
        "2027-01-16 08:00:00 \u{202E}", "a b c", "  ", "-0001-01-01 00:00:00 +0000", "2027-01-16 08:00:00 -0700",
    ]
    private static let names = [
        "", ",", ",,,,", "repo, user", "public_repo", "\u{202E}repo\u{7}", "starring=write", "metadata=read",
        "starring",
        String(repeating: "scope,", count: 8_000), String(repeating: "x", count: 60_000), "a=b;c=d,starring=read",
    ]

    static func field(_ random: inout FuzzRandom) -> (name: String, value: String) {
        switch random.below(12) {
        case 0, 1, 2: ("link", link(&random))
        case 3: ("x-ratelimit-limit", random.pick(counts))
        case 4: ("x-ratelimit-remaining", random.pick(counts))
        case 5: ("x-ratelimit-reset", random.pick(moments))
        case 6: ("retry-after", random.chance(2) ? random.pick(counts) : random.pick(dates))
        case 7: ("date", random.pick(dates))
        case 8:
            (
                "x-ratelimit-resource",
                random.pick(["", "core", "search", "\u{202E}", String(repeating: "x", count: 900)])
            )
        case 9: (random.pick(["x-oauth-scopes", "x-accepted-oauth-scopes"]), random.pick(names))
        case 10: (random.pick(["x-accepted-github-permissions", "gh-limited-by", "etag"]), random.pick(names))
        default: ("github-authentication-token-expiration", random.pick(expiries))
        }
    }

    static func contentType(_ random: inout FuzzRandom) -> String {
        random.pick(["text/html", "", "application/json", "application/x+json; charset=utf-7", ";;;", "image/png"])
    }

    private static func link(_ random: inout FuzzRandom) -> String {
        switch random.below(8) {
        case 0:
            return random.pick([
                "", "<", ">", "<>", "<>; rel=", "<>; rel=next", ",,,", "<a>;rel=\"next\"", "<<<>>>;;==",
            ])
        case 1: return "<https://elsewhere.example/search?page=2>; rel=\"next\""
        case 2: return "<\(random.pick(HostileValues.addresses))>; rel=\"next\", <../../x?page=2>; rel=\"last\""
        case 3: return String(repeating: "<\(api)/user/starred?page=2>; rel=\"prev\", ", count: 300)
        default:
            let path = random.pick(["/search/repositories", "/user/starred"])
            let size = random.chance(2) ? "&per_page=\(random.pick(pages))" : ""
            let address = { (page: String) in "<\(api)\(path)?q=x\(size)&page=\(page)>" }
            let (next, last) = (random.pick(pages), random.pick(pages))
            return "\(address(next)); rel=\"next\", \(address(last)); rel=\"last\""
        }
    }
}
