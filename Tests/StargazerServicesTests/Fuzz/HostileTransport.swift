import Foundation
import StargazerServices
import Synchronization

@testable import StargazerServices

/// A transport that corrupts every response.
final class HostileTransport: HTTPTransport {
    private struct State {
        var mutation: Mutation
        var chosen: [SampledEndpoint: ResponseSample]
        var count = 0
    }

    private let samples: ResponseSamples
    /// Whether the real transport's checks apply. Without them, the catalog reads even what they would refuse.
    private let isGuarded: Bool
    private let state: Mutex<State>

    /// - Parameter chosen: the samples to return throughout.
    init(_ samples: ResponseSamples, chosen: [SampledEndpoint: ResponseSample], random: FuzzRandom, isGuarded: Bool) {
        self.samples = samples
        self.isGuarded = isGuarded
        state = Mutex(State(mutation: Mutation(random: random), chosen: chosen))
    }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let answer: HTTPResponse? = state.withLock { state in
            state.count += 1
            // A server with an endless list.
            guard state.count <= 12 else { return nil }
            if state.mutation.random.chance(12) {
                return state.mutation.response(state.mutation.random.pick(samples.refusals), to: request.url)
            }
            let requested = SampledEndpoint(path: request.url.path())
            let sample = state.chosen[requested] ?? state.mutation.random.pick(samples[requested])
            // Later requests are reached more often if the first response is valid.
            return state.mutation.random.chance(4)
                ? Mutation.undamaged(sample, to: request.url) : state.mutation.response(sample, to: request.url)
        }
        guard let answer else { throw .offline }
        return isGuarded ? try validatedResponse(answer, request) : answer
    }

    /// Checks the response like `Exchange` and `SoupTransport`.
    private func validatedResponse(_ answer: HTTPResponse, _ request: HTTPRequest) throws(HTTPFailure) -> HTTPResponse {
        var answer = answer
        let rule = ResponseBodyPolicy(
            status: answer.status, contentType: answer.header("content-type"), expects: request.expects,
            limits: HTTPLimits())
        switch rule {
        case .reject(let failure): throw failure
        case .ignore: answer.body = Data()
        case .truncate(let bytes), .readBeginning(let bytes): answer.body = answer.body.prefix(bytes)
        case .read(let limit), .readPicture(let limit):
            if answer.body.count > limit { throw .tooLarge(limit: limit) }
        }
        let hasBody = (200..<300).contains(answer.status) && ![204, 205].contains(answer.status)
        if hasBody, request.expects == .json, let failure = JSONValidator.failure(of: answer.body) { throw failure }
        return answer
    }
}
