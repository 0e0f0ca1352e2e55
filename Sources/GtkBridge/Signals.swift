public import CStargazer

/// `connect` compares types with the signal's declaration. A closure may take fewer parameters, but no other types.
@MainActor public enum Signals {
    /// Returns why a closure does not match a signal; nil when it matches.
    public static func mismatch<each Parameter: SignalValue, Result>(
        _ object: Handle, _ signal: String, as _: (repeat each Parameter) -> Result
    ) -> String? {
        var types = [GType](repeating: 0, count: 16)
        var returns: GType = 0
        let count = Int(sgz_signal_parameters(object.raw, signal, &types, 16, &returns))
        guard count >= 0 else { return "\(object.typeName) has no signal \(signal)" }
        var index = 0
        for allowed in repeat (each Parameter).types {
            guard index < count, allowed.contains(types[index]) else {
                return "\(object.typeName)::\(signal): parameter \(index) is not what the handler takes"
            }
            index += 1
        }
        let returnsNothing = returns == GType(1 << 2)
        let handlerReturns = (Result.self as? any SignalValue.Type)?.types
        guard returnsNothing ? handlerReturns == nil : handlerReturns?.contains(returns) == true else {
            return "\(object.typeName)::\(signal): the result is not what the handler returns"
        }
        return nil
    }

    /// Runs `handler` on every emission while the object lives. Capture the object's owner weakly.
    ///
    /// A mismatch with the signal is a programming error: it is logged as critical, and no connection is made.
    /// - Returns: the connection, for `disconnect` when the object outlives the listener; 0 when none was made.
    @discardableResult
    public static func connect<each Parameter: SignalValue, Result>(
        _ object: Handle, _ signal: String, _ handler: @escaping @MainActor (repeat each Parameter) -> Result
    ) -> UInt {
        if let mismatch = mismatch(object, signal, as: handler) {
            Log.critical(mismatch)
            return 0
        }
        let emission = Box<Emission>(
            { values, result in
                // The first value is the instance.
                var index = 0
                func next<Value: SignalValue>(_: Value.Type) -> Value {
                    index += 1
                    return Value.read(values + index)
                }
                let answer = handler(repeat next((each Parameter).self))
                if let result, let answer = answer as? any SignalValue { answer.write(result) }
            }, name: "signal \(object.typeName)::\(signal)")
        return sgz_signal_connect(object.raw, signal, emit, emission.passRetained(), destroyBox)
    }

    /// Removes a connection and frees its closure.
    public static func disconnect(_ object: Handle, _ connection: UInt) {
        g_signal_handler_disconnect(object.raw, connection)
    }
}

typealias Emission = @MainActor (UnsafePointer<GValue>, UnsafeMutablePointer<GValue>?) -> Void

/// GTK emits signals on the main thread only, under the main loop that also runs the main actor.
private let emit: SgzHandler = { box, _, values, result in
    guard let box, let values else { return }
    nonisolated(unsafe) let emission = (box: box, values: values, result: result)
    MainActor.assumeIsolated { Box<Emission>.peek(emission.box)?(emission.values, emission.result) }
}

/// A Swift type of signal parameters and results.
public protocol SignalValue {
    /// The fundamental GTypes that the type can be read from.
    static var types: [GType] { get }
    static func read(_ value: UnsafePointer<GValue>) -> Self
    func write(_ value: UnsafeMutablePointer<GValue>)
}

private func fundamental(_ number: Int) -> GType { GType(number << 2) }

extension Bool: SignalValue {
    public static var types: [GType] { [fundamental(5)] }
    public static func read(_ value: UnsafePointer<GValue>) -> Bool { g_value_get_boolean(value) != 0 }
    public func write(_ value: UnsafeMutablePointer<GValue>) { g_value_set_boolean(value, self ? 1 : 0) }
}

extension Int32: SignalValue {
    public static var types: [GType] { [fundamental(6), fundamental(12)] }
    public static func read(_ value: UnsafePointer<GValue>) -> Int32 {
        sgz_value_fundamental(value) == fundamental(12) ? g_value_get_enum(value) : g_value_get_int(value)
    }
    public func write(_ value: UnsafeMutablePointer<GValue>) { g_value_set_int(value, self) }
}

extension UInt32: SignalValue {
    public static var types: [GType] { [fundamental(7), fundamental(13)] }
    public static func read(_ value: UnsafePointer<GValue>) -> UInt32 {
        sgz_value_fundamental(value) == fundamental(13) ? g_value_get_flags(value) : g_value_get_uint(value)
    }
    public func write(_ value: UnsafeMutablePointer<GValue>) { g_value_set_uint(value, self) }
}

extension Double: SignalValue {
    public static var types: [GType] { [fundamental(15)] }
    public static func read(_ value: UnsafePointer<GValue>) -> Double { g_value_get_double(value) }
    public func write(_ value: UnsafeMutablePointer<GValue>) { g_value_set_double(value, self) }
}

extension String: SignalValue {
    public static var types: [GType] { [fundamental(16)] }
    public static func read(_ value: UnsafePointer<GValue>) -> String {
        g_value_get_string(value).map { String(cString: $0) } ?? ""
    }
    public func write(_ value: UnsafeMutablePointer<GValue>) { g_value_set_string(value, self) }
}

/// A pointer, boxed value, object, variant or parameter specification; borrowed, nil when the signal passes none.
extension Optional: SignalValue where Wrapped == Handle {
    public static var types: [GType] { [17, 18, 19, 20, 21].map(fundamental) }
    public static func read(_ value: UnsafePointer<GValue>) -> Handle? {
        let pointer: UnsafeMutableRawPointer?
        switch sgz_value_fundamental(value) {
        case fundamental(17): pointer = g_value_get_pointer(value)
        case fundamental(18): pointer = g_value_get_boxed(value)
        case fundamental(19): pointer = g_value_get_param(value).map { UnsafeMutableRawPointer($0) }
        case fundamental(21): pointer = g_value_get_variant(value).map { UnsafeMutableRawPointer($0) }
        default: pointer = g_value_get_object(value)
        }
        return pointer.map { Handle($0) }
    }
    public func write(_ value: UnsafeMutablePointer<GValue>) { g_value_set_object(value, self?.raw) }
}
