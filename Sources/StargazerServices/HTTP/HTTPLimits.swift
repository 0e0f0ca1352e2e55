/// Limits of time and memory for one request. Tests inject smaller ones.
public struct HTTPLimits: Sendable, Hashable {
    /// The limits for one kind of body.
    public struct Allowance: Sendable, Hashable {
        /// Bytes after decompression.
        public var bytes: Int
        /// Time from the request to the complete response, including the queue and redirects.
        public var time: Duration

        public init(bytes: Int, time: Duration) {
            self.bytes = bytes
            self.time = time
        }
    }

    public var json = Allowance(bytes: 8 << 20, time: .seconds(15))
    public var file = Allowance(bytes: 1_000_000, time: .seconds(15))
    public var picture = Allowance(bytes: 4 << 20, time: .seconds(30))
    public var documentPicture = Allowance(bytes: 10 << 20, time: .seconds(60))
    public var largePicture = Allowance(bytes: 32 << 20, time: .seconds(120))
    public var none = Allowance(bytes: 64 << 10, time: .seconds(15))
    /// The body of a status of 400 and above is truncated here, and still counts as a response.
    public var errorBytes = 256 << 10
    /// The status line and all fields together.
    public var headerBytes = 64 << 10
    public var redirects = 5
    public var connectionsPerHost = 6
    public var connections = 24

    public init() {}

    func allowance(for kind: HTTPBodyKind) -> Allowance {
        switch kind {
        case .json, .text: json
        case .file: file
        case .picture: picture
        case .documentPicture: documentPicture
        case .largePicture: largePicture
        case .none: none
        }
    }
}
