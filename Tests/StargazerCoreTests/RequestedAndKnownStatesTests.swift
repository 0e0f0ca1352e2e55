import TestSupport
import Testing

@testable import StargazerCore

struct RequestedAndKnownStatesTests {
    @Test func `a loaded state does not replace what was requested or confirmed meanwhile`() {
        var states = RequestedAndKnownStates()
        let id = ItemID.sample(1)
        _ = states.shouldAsk(id)
        states.request(AccountMutation(.star, .sample(1), isSet: true))
        var isNews = states.answered(false, id)
        #expect(!isNews)
        states.confirm(true, id)
        states.written(id, isWaiting: false)
        isNews = states.answered(false, id)
        #expect(!isNews && states.all == [id: true])
    }
}
