/// A service's server, in process or behind a socket.
public protocol StandInService: Sendable {
    /// Returns the answer; nil for an address that this service does not have.
    func response(to request: StandInRequest) -> StandInResponse?
}

/// Several services behind one address. The first one that knows the path answers, and the last one answers the rest.
public struct StandInServices: Sendable {
    private let services: [any StandInService]
    private let gitHub: GitHubStandIn

    public init(options: StandInOptions) {
        services = [GiphyStandIn(options: options), FlickrStandIn(options: options), CommonsStandIn(options: options)]
        gitHub = GitHubStandIn(options: options)
    }

    public func response(to request: StandInRequest) -> StandInResponse {
        for service in services {
            if let response = service.response(to: request) { return response }
        }
        return gitHub.response(to: request)
    }
}
