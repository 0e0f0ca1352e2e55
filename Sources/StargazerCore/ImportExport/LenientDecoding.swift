import StargazerLibrary

/// A value that is nil where it cannot be decoded: an entry that is wrong does not make the others unreadable.
struct Lenient<Value: Decodable>: Decodable {
    let value: Value?

    // A `try?` in this file: what is not in this form is missing, or belongs to another format.
    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

extension KeyedDecodingContainer {
    /// Returns nil for a missing member and for one of another type.
    func lenient<Value: Decodable>(_ key: Key, as type: Value.Type = Value.self) -> Value? {
        try? decodeIfPresent(Value.self, forKey: key)
    }

    /// Returns the first entries of a list. Those that cannot be decoded are nil.
    func entries<Value: Decodable>(
        _ key: Key, as type: Value.Type = Value.self, limit: Int = ImportFile.maxListLength
    ) -> [Value?] {
        var values: [Value?] = []
        guard var list = try? nestedUnkeyedContainer(forKey: key) else { return values }
        while values.count < limit, let entry: Lenient<Value> = list.nextEntry() { values.append(entry.value) }
        return values
    }
}

extension UnkeyedDecodingContainer {
    /// Returns the next entry of a list; nil at its end.
    mutating func nextEntry<Value: Decodable>(as type: Value.Type = Value.self) -> Lenient<Value>? {
        isAtEnd ? nil : try? decode(Lenient<Value>.self)
    }
}

/// A member's name that is part of the data.
struct DataKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}
