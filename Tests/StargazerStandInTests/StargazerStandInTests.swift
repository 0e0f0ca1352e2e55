import Testing

@testable import StargazerStandIn
