/// HTTP responses as raw text.
public enum RawHTTP {
    public static func response(
        _ status: String = "200 OK", type: String? = "application/json", fields: [String] = [], body: String = "{}"
    ) -> String {
        var lines = ["HTTP/1.1 \(status)"] + fields
        if let type { lines.append("Content-Type: \(type)") }
        lines.append("Content-Length: \(body.utf8.count)")
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }

    public static func redirect(_ status: String = "302 Found", to location: String) -> String {
        response(status, type: nil, fields: ["Location: \(location)"], body: "")
    }

    /// Returns the head of a chunked response and these chunks, without the final chunk.
    public static func incompleteChunks(_ chunks: [String], type: String = "application/json") -> String {
        "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\r\n"
            + chunks.map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }.joined()
    }
}
