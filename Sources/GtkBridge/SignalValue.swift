public import CStargazer

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
