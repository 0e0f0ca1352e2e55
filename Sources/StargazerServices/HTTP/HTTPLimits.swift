/// How much of the network's time and memory one request may take. Tests inject small ones.
public struct HTTPLimits: Sendable, Hashable {
    /// What a body of one kind may cost.
    public struct Allowance: Sendable, Hashable {
        /// Bytes after decompression.
        public var bytes: Int
        /// From asking to the whole answer: waiting in line, redirects and the body included.
        public var time: Duration

        public init(bytes: Int, time: Duration) {
            self.bytes = bytes
            self.time = time
        }
    }

    public var json = Allowance(bytes: 8 << 20, time: .seconds(15))
    public var picture = Allowance(bytes: 4 << 20, time: .seconds(30))
    public var largePicture = Allowance(bytes: 32 << 20, time: .seconds(120))
    public var none = Allowance(bytes: 64 << 10, time: .seconds(15))
    /// The body of a status of 400 and above is cut here; it is still an answer.
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
        case .picture: picture
        case .largePicture: largePicture
        case .none: none
        }
    }
}
