import StargazerCore
import Testing

struct UserNameTests {
    @Test(arguments: [
        "torvalds", "a", "7", "ada-lovelight", "a-b-c", "robin-vale_acme", "X1",
        String(repeating: "a", count: 39),
    ])
    func `a name that an account can have has no flaw`(name: String) {
        #expect(UserName.lone(in: name) == name && UserName.flaw(of: name) == nil)
        #expect(UserName.lone(in: "@" + name) == name)
    }

    @Test(arguments: [
        ("-foo", QueryFlaw.nameHyphens), ("foo-", .nameHyphens), ("a--b", .nameHyphens), ("-", .nameHyphens),
        ("foo-_acme", .nameHyphens), ("_foo", .nameUnderscores), ("foo_", .nameUnderscores), ("_", .nameUnderscores),
        ("a_b_c", .nameUnderscores), ("a_b-c", .nameUnderscores),
        (String(repeating: "a", count: 40), .nameTooLong), (String(repeating: "-", count: 40), .nameTooLong),
    ])
    func `a name that no account can have says why`(name: String, flaw: QueryFlaw) {
        #expect(UserName.lone(in: name) == name && UserName.flaw(of: name) == flaw)
    }

    @Test(arguments: [
        "", "@", "two words", "location:berlin", "müller", "o'brien", "a.b", "a@b", "@@a", "星", "-foo bar", "foo\n",
        "ａ",
    ])
    func `anything else is words to search for`(text: String) {
        #expect(UserName.lone(in: text) == nil)
    }
}
