import Foundation
import StargazerServices
import TestSupport

/// A request and its response, as recorded by other projects.
struct RecordedExchange: Decodable {
    let id: String
    let kind: String
    let url: String
    let status: Int
    let responseHeaders: [[String]]
    let bodyFile: String?

    /// Fields of the same name are joined, as a transport returns them.
    var headers: [String: String] {
        Dictionary(
            responseHeaders.filter { $0.count == 2 }.map { ($0[0].lowercased(), $0[1]) },
            uniquingKeysWith: { "\($0), \($1)" })
    }

    func body(in folder: URL) throws -> Data {
        try bodyFile.map { try Data(contentsOf: folder.appending(path: $0)) } ?? Data()
    }

    /// Returns the response as a step of a script.
    func step(in folder: URL) throws -> ScriptedTransport.Step {
        .response(status: status, headers: headers, body: try body(in: folder))
    }
}

/// The folder of recorded exchanges, which are not part of this project: `STARGAZER_RECORDINGS`, or next to the
/// checkout.
enum Recordings {
    static var gitHub: URL? { folder("github") }

    /// - Parameters:
    ///   - service: the name of its folder.
    ///   - file: a file without which the folder does not count.
    static func folder(_ service: String, with file: String = "index.json") -> URL? {
        let named = ProcessInfo.processInfo.environment["STARGAZER_RECORDINGS"].map { URL(filePath: $0) }
        var checkout = URL(filePath: #filePath)
        for _ in 1...4 { checkout.deleteLastPathComponent() }
        let root = named ?? checkout.deletingLastPathComponent().appending(path: "shared/recordings")
        let folder = root.appending(path: service)
        return FileManager.default.fileExists(atPath: folder.appending(path: file).path()) ? folder : nil
    }

    static func exchanges(in folder: URL) throws -> [RecordedExchange] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(
            [RecordedExchange].self, from: Data(contentsOf: folder.appending(path: "index.json")))
    }

    static func log(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}
