import StargazerCore
import StargazerLibrary
import Testing

struct GitHubUsernameTests {
    @Test(arguments: [
        "torvalds", "a", "7", "ada-lovelight", "a-b-c", "robin-vale_acme", "X1",
        String(repeating: "a", count: 39),
    ])
    func `a valid username has no problem`(name: String) {
        #expect(GitHubUsername.parse(name) == name && GitHubUsername.problem(of: name) == nil)
        #expect(GitHubUsername.parse("@" + name) == name)
    }

    @Test(arguments: [
        ("-foo", QueryProblem.nameHyphens), ("foo-", .nameHyphens), ("a--b", .nameHyphens), ("-", .nameHyphens),
        ("foo-_acme", .nameHyphens), ("_foo", .nameUnderscores), ("foo_", .nameUnderscores), ("_", .nameUnderscores),
        ("a_b_c", .nameUnderscores), ("a_b-c", .nameUnderscores),
        (String(repeating: "a", count: 40), .nameTooLong), (String(repeating: "-", count: 40), .nameTooLong),
    ])
    func `an invalid username has a problem that says why`(name: String, problem: QueryProblem) {
        #expect(GitHubUsername.parse(name) == name && GitHubUsername.problem(of: name) == problem)
    }

    @Test(arguments: [
        ("leaf-", true), ("two--dashes", true), ("-x", true), ("a-b", true), ("robin-vale_acme", true), ("-", true),
        ("a_b_c", true), ("a.b", false), ("@a", false), ("", false), (String(repeating: "a", count: 40), false),
    ])
    func `accounts of the first years have names that new ones cannot`(name: String, mayExist: Bool) {
        #expect(GitHubUsername.mayExist(name) == mayExist)
    }

    @Test(arguments: [
        "", "@", "two words", "location:berlin", "müller", "o'brien", "a.b", "a@b", "@@a", "星", "-foo bar", "foo\n",
        "ａ",
    ])
    func `any other text is search words`(text: String) {
        #expect(GitHubUsername.parse(text) == nil)
    }
}
