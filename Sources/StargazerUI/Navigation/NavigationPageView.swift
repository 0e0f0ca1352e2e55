package import GtkBridge
package import StargazerLibrary

@MainActor package protocol NavigationPageView: AnyObject {
    var root: Handle { get }
    /// The list of its items; nil for a page without a list.
    var list: ItemCollection? { get }
    /// The entry that typing goes to while the page has the focus; nil for none.
    var filterEntry: SearchEntry? { get }
    /// - Parameters:
    ///   - isOnlyPane: whether the window shows only this pane; going back from the first page then leads to the list.
    ///   - depth: the number of pages below it in the navigation stack.
    func setPosition(isOnlyPane: Bool, depth: Int)
    /// Moves the focus to where reading starts.
    func focusHeading()
    /// Opens the find bar; returns false for a page without a document that is being read.
    func findInText() -> Bool
    /// Whether the page handles a key that would otherwise start typing.
    func claimsKey(_ press: KeyPress) -> Bool
    /// Whether the picture that it begins with failed to load.
    var hasFailedPicture: Bool { get }
    /// Loads the picture of the item that is probably shown next.
    func prefetch(_ picture: PictureContent)
    /// Whether the focus may stay on a widget that GTK chose.
    func isValidFocus(_ focus: Handle) -> Bool
}

extension NavigationPageView {
    package var list: ItemCollection? { nil }
    package func findInText() -> Bool { false }
    package var hasFailedPicture: Bool { false }
    package func prefetch(_ picture: PictureContent) {}
    package var filterEntry: SearchEntry? { nil }
    package func claimsKey(_ press: KeyPress) -> Bool { false }
}
