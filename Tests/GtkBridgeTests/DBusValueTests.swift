import CAdwaita
import Testing

@testable import GtkBridge

@MainActor struct DBusValueTests {
    private func read(_ value: DBusValue) -> DBusValue? {
        let variant = g_variant_ref_sink(value.variant())
        defer { g_variant_unref(variant) }
        return variant.flatMap(DBusValue.init)
    }

    private func text(_ value: DBusValue) -> String {
        let variant = g_variant_ref_sink(value.variant())
        defer { g_variant_unref(variant) }
        let text = g_variant_print(variant, 1)
        defer { g_free(text) }
        return text.map { String(cString: $0) } ?? ""
    }

    @Test func `a written value reads back equal`() {
        let values: [DBusValue] = [
            .bool(true), .int32(-7), .uint32(.max), .double(0.5), .string("日本 \"<b>"), .array([], of: "s"),
            .array([.string("a"), .string("")], of: "s"),
            .tuple([.string("id"), .array([.tuple([.uint32(1), .bool(false)])], of: "(ub)")]), .tuple([]),
        ]
        for value in values { #expect(read(value) == value) }
    }

    @Test func `dictionaries and bytes use their D-Bus types`() {
        #expect(
            text(.array([.dictionary(["b": .string("x"), "a": .int32(1)])], of: "a{sv}"))
                == "[{'a': <1>, 'b': <'x'>}]")
        #expect(text(.dictionary([:])) == "@a{sv} {}")
        #expect(text(.bytes([1, 255])) == "[byte 0x01, 0xff]")
        #expect(text(.array([], of: "(sssuda{sv})")) == "@a(sssuda{sv}) []")
    }

    @Test func `only the first elements and characters are read`() {
        let many = DBusValue.array(Array(repeating: .string("a"), count: 100_000), of: "s")
        #expect(read(many)?.texts?.count == 100)
        #expect(
            read(.string(String(repeating: "é", count: 1_000_000))) == .string(String(repeating: "é", count: 1_000)))
    }

    @Test func `a NUL does not end a string`() {
        #expect(read(.string("a\0b")) == .string("a b"))
    }

    @Test func `strings are distinguished from other types`() {
        #expect(DBusValue.array([.string("a")], of: "s").texts == ["a"])
        #expect(DBusValue.array([.uint32(1)], of: "u").texts == nil)
        #expect(DBusValue.uint32(1).text == nil && DBusValue.string("a").texts == nil)
        #expect(read(.dictionary(["a": .int32(1)])) == nil)
    }
}
