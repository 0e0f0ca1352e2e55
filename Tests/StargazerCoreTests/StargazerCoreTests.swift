import Testing

@testable import StargazerCore
