import Observation
import TestSupport
import Testing

@testable import GtkBridge

@MainActor struct ObserveTests {
    @Observable final class Model {
        var number = 0
    }

    @Test func `a burst of changes renders once`() async {
        let model = Model()
        var seen: [Int] = []
        let observe = Observe { seen.append(model.number) }
        for number in 1...5 { model.number = number }
        await eventually { seen.count >= 2 }
        await settle()
        #expect(seen == [0, 5])
        withExtendedLifetime(observe) {}
    }

    @Test func `nothing renders after its end`() async {
        let model = Model()
        var count = 0
        var observe: Observe? = Observe {
            count += 1
            _ = model.number
        }
        #expect(observe != nil)
        observe = nil
        model.number = 1
        await settle()
        #expect(count == 1)
    }
}

struct GettextTests {
    @Test func `without a translation the text itself comes back`() {
        let text = "A text of more than fifteen bytes, %1$s"
        #expect(tr(text) == text)
        #expect(trc("context", text) == text)
        #expect(trn(text, "many", 1) == text)
        #expect(trn(text, "many, and longer than fifteen bytes", 2) == "many, and longer than fifteen bytes")
    }

    @Test func `placeholders are filled in any order`() {
        #expect("%2$s of %1$s".filled("a", "b") == "b of a")
    }

    @Test func `a value is never read as a place`() {
        #expect("%1$s, %2$s".filled("%2$s", "100%") == "%2$s, 100%")
    }

    @Test func `what is no place stays`() {
        #expect("100% %3$s %".filled("a") == "100% %3$s %")
    }
}
