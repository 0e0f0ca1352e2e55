public import Foundation

/// Serves a page over TLS with a new self-signed certificate, by the `openssl` command.
public final class TLSServer: Sendable {
    public let url: URL
    private let process: ChildProcess
    private let folder: URL

    public init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "stargazer-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let key = folder.appending(path: "key.pem").path
        let certificate = folder.appending(path: "certificate.pem").path
        _ = try ChildProcess.output(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
            ])
        process = try ChildProcess(
            "openssl", ["s_server", "-accept", "127.0.0.1:0", "-www", "-key", key, "-cert", certificate], output: .pipe)
        // `openssl` prints "ACCEPT 127.0.0.1:PORT" when it is ready.
        var text = ""
        while !text.contains(/ACCEPT \S+:\d+\n/) {
            guard let more = process.read() else { throw CocoaError(.executableLoad) }
            text += String(decoding: more, as: UTF8.self)
        }
        let port = try #/ACCEPT \S+:(\d+)\n/#.firstMatch(in: text).map { String($0.1) } ?? ""
        url = URL(string: "https://127.0.0.1:\(port)/") ?? URL(filePath: "/")
    }

    public func stop() {
        process.kill()
        try? FileManager.default.removeItem(at: folder)
    }

    deinit { stop() }
}
