import Testing

@testable import StargazerServices
