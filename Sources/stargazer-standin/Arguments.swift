import Foundation
import StargazerStandIn

struct Arguments {
    var port: UInt32 = 0
    var latency: Duration = .zero
    var scenario: StandInScenario?
    var limit = StandInLimit.likeGitHub
    var isHelpRequested = false

    static let usage = """
        usage: stargazer-standin --port N [--latency MS] [--scenario NAME] [--search-limit N|off]

        Answers like GitHub's REST API, GIPHY's, Flickr's and that of Wikimedia Commons (/w/api.php) from sample data,
        on 127.0.0.1 only.

          --port N           the port; 0 takes any free one
          --latency MS       wait so many milliseconds before every answer
          --scenario NAME    one of: \(StandInScenario.allCases.map(\.rawValue).sorted().joined(separator: " "))
          --search-limit N   let N searches a minute through (GitHub: 10, with a token 30)
          --search-limit off count nothing, neither searches nor other calls
          --help             this text

        Prints "listening on http://127.0.0.1:N" when ready, then a line for each request: METHOD TARGET STATUS
        (status 0: no answer was given). A request with a token may read and star unless the token begins with:

        \(tokenKinds)

        GIPHY's and Flickr's key may be any of letters and digits that does not begin with "bad".

        A token that ends in "stars-N" has N stars from the start (stars-2000); stars last as long as this program.

        """

    private static var tokenKinds: String {
        StandInTokenKind.allCases.map { kind in
            let name = kind == .classic ? "anything else" : kind.rawValue
            return "  \(name.padding(toLength: 22, withPad: " ", startingAt: 0)) \(kind.summary)"
        }.joined(separator: "\n")
    }

    static func parse(_ words: [String]) -> Result<Arguments, UsageError> {
        var arguments = Arguments()
        var isPortGiven = false
        var rest = words.dropFirst()
        while let name = rest.popFirst() {
            if name == "--help" {
                arguments.isHelpRequested = true
                return .success(arguments)
            }
            guard ["--port", "--latency", "--scenario", "--search-limit"].contains(name) else {
                return .failure(UsageError(message: "unknown argument \"\(name)\""))
            }
            guard let value = rest.popFirst() else { return .failure(UsageError(message: "\(name) needs a value")) }
            guard arguments.set(name, value) else {
                return .failure(UsageError(message: "\"\(value)\" is not a value for \(name)"))
            }
            if name == "--port" { isPortGiven = true }
        }
        return isPortGiven ? .success(arguments) : .failure(UsageError(message: "--port is missing"))
    }

    private mutating func set(_ name: String, _ value: String) -> Bool {
        switch name {
        case "--port":
            guard let number = UInt16(value) else { return false }
            port = UInt32(number)
        case "--latency":
            guard let milliseconds = Int(value), (0...600_000).contains(milliseconds) else { return false }
            latency = .milliseconds(milliseconds)
        case "--scenario":
            guard let named = StandInScenario(rawValue: value) else { return false }
            scenario = named
        default:
            if value == "off" {
                limit = .off
            } else {
                guard let searches = Int(value), searches >= 0 else { return false }
                limit = .searches(perMinute: searches)
            }
        }
        return true
    }
}

/// A message about invalid arguments or a failed start.
struct UsageError: Error {
    var message: String
}
