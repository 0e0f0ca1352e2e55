import Foundation

/// The hostile responses to test. `STARGAZER_FUZZ_SEED` and `STARGAZER_FUZZ_COUNT` determine them, and
/// `STARGAZER_FUZZ_ANSWER` repeats a single one. Each response depends only on the seed and its own number.
struct FuzzRun {
    let seed: UInt64
    let numbers: Range<Int>
    /// Number of concurrent tests.
    let workerCount: Int

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        seed = environment["STARGAZER_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1
        let count = environment["STARGAZER_FUZZ_COUNT"].flatMap { Int($0) } ?? 2_000
        let alone = environment["STARGAZER_FUZZ_ANSWER"].flatMap { Int($0) }
        numbers = alone.map { $0..<$0 + 1 } ?? 0..<max(1, count)
        workerCount = max(1, ProcessInfo.processInfo.activeProcessorCount)
    }

    func name(of number: Int) -> String {
        "answer \(number), again by STARGAZER_FUZZ_SEED=\(seed) STARGAZER_FUZZ_ANSWER=\(number)"
    }
}

/// SplitMix64: small, and the same on every platform.
struct FuzzRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64, number: Int = 0) {
        state = Self.mixed(seed) ^ Self.mixed(UInt64(bitPattern: Int64(number)) &+ 0x5EED)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to one less than the bound.
    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

    mutating func chance(_ bound: Int) -> Bool { below(bound) == 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

/// Prints the current responses to standard error when the process traps. There is no other way to find out which one
/// it was.
enum TrapReport {
    private static let length = 160
    private static let limit = 64
    private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE]
    nonisolated(unsafe) private static let texts: UnsafeMutableRawPointer = {
        let texts = UnsafeMutableRawPointer.allocate(byteCount: length * limit, alignment: 1)
        texts.initializeMemory(as: UInt8.self, repeating: 0x20, count: length * limit)
        return texts
    }()

    /// The previous handlers, for example one that prints a backtrace.
    nonisolated(unsafe) private static let before = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)

    static func begin() {
        for worker in 0..<limit { record("", worker: worker) }
        for number in signals {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                // A signal handler must not allocate. After it returns, the same instruction runs again.
                _ = write(2, TrapReport.texts, TrapReport.length * TrapReport.limit)
                sigaction(number, TrapReport.before + Int(number), nil)
            }
            sigaction(number, &action, before + Int(number))
        }
    }

    static func end() { for number in signals { sigaction(number, before + Int(number), nil) } }

    static func record(_ text: String, worker: Int) {
        guard worker < limit else { return }
        let place = texts + worker * length
        place.initializeMemory(as: UInt8.self, repeating: 0x20, count: length)
        guard !text.isEmpty else { return }
        for (offset, byte) in ("trap in " + text).utf8.prefix(length - 1).enumerated() {
            place.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
        }
        place.storeBytes(of: 0x0A, toByteOffset: length - 1, as: UInt8.self)
    }
}
