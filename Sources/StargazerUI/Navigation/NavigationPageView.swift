package import GtkBridge
import StargazerCore

/// How one page of the trail looks.
@MainActor package protocol NavigationPageView: AnyObject {
    var root: Handle { get }
    /// The items it lists; nil where it lists none.
    var list: ItemCollection? { get }
    /// What typing goes to while the focus is in it; nil where that is of no matter.
    var filterEntry: SearchEntry? { get }
    /// - Parameters:
    ///   - isAlone: whether the window shows nothing else; the list is then one more page back.
    ///   - depth: how many pages of the trail are below it.
    func place(isOnlyPane: Bool, depth: Int)
    /// Where whoever reads it begins.
    func focusHeading()
    /// Opens what finds words in the text that is read.
    /// - Returns: false where none is.
    func findInText() -> Bool
    /// Whether a key that would type somewhere else does something here.
    func handlesKey(_ press: KeyPress) -> Bool
    /// Whether the focus may stay where it came to by itself.
    func isValidFocus(_ focus: Handle) -> Bool
}

extension NavigationPageView {
    package var list: ItemCollection? { nil }
    package func findInText() -> Bool { false }
    package var filterEntry: SearchEntry? { nil }
    package func handlesKey(_ press: KeyPress) -> Bool { false }
}
