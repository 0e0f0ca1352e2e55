import Observation
import TestSupport
import Testing

@testable import GtkBridge

@MainActor struct ObserveTests {
    @Observable final class Model {
        var number = 0
    }

    @Test func aBurstOfChangesRendersOnce() async {
        let model = Model()
        var seen: [Int] = []
        let observe = Observe { seen.append(model.number) }
        for number in 1...5 { model.number = number }
        await eventually { seen.count >= 2 }
        await settle()
        #expect(seen == [0, 5])
        withExtendedLifetime(observe) {}
    }

    @Test func nothingRendersAfterItsEnd() async {
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
    @Test func withoutATranslationTheTextItselfComesBack() {
        let text = "A text of more than fifteen bytes, %1$s"
        #expect(tr(text) == text)
        #expect(trc("context", text) == text)
        #expect(trn(text, "many", 1) == text)
        #expect(trn(text, "many, and longer than fifteen bytes", 2) == "many, and longer than fifteen bytes")
    }

    @Test func placeholdersAreFilledInAnyOrder() {
        #expect("%2$s of %1$s".filled("a", "b") == "b of a")
    }

    @Test func aValueIsNeverReadAsAPlace() {
        #expect("%1$s, %2$s".filled("%2$s", "100%") == "%2$s, 100%")
    }

    @Test func whatIsNoPlaceStays() {
        #expect("100% %3$s %".filled("a") == "100% %3$s %")
    }
}
