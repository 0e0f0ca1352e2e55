import TestSupport
import Testing

@testable import StargazerCore

struct RequestedAndConfirmedStatesTests {
    @Test func `a loaded state does not replace what was requested or confirmed meanwhile`() {
        var states = RequestedAndConfirmedStates()
        let id = ItemID.sample(1)
        _ = states.shouldAsk(id)
        states.request(AccountMutation(.star, .sample(1), isSet: true))
        var isNews = states.recordResponse(false, id)
        #expect(!isNews)
        states.confirm(true, id)
        states.written(id, isWaiting: false)
        isNews = states.recordResponse(false, id)
        #expect(!isNews && states.all == [id: true])
    }
}
