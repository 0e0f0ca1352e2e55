import CStargazer
package import GtkBridge
import StargazerCore

/// The pane that shows one item in full.
@MainActor package final class DetailsPage {
    package let root: Handle
    let back: Handle
    private let model: DetailsViewModel
    private let pictures: PictureStore
    private let noBrowser: @MainActor () -> Void
    private let standing: @MainActor () -> AccountStanding
    private let title: Handle
    private let tools: Handle
    private let content: Handle
    private lazy var body = makeBody()
    private var star: StarButton?
    private var observation: Observe?

    /// - Parameters:
    ///   - standing: whether somebody is signed in, for what failures offer.
    ///   - noBrowser: runs when a link could not be opened.
    init(
        model: DetailsViewModel, pictures: PictureStore, standing: @escaping @MainActor () -> AccountStanding,
        noBrowser: @escaping @MainActor () -> Void
    ) {
        self.model = model
        self.pictures = pictures
        self.standing = standing
        self.noBrowser = noBrowser
        let ui = UIBuilder(PackageResources.DetailsPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        back = ui["back"]
        title = ui["title"]
        tools = ui["tools"]
        content = ui["content"]
        star = StarButton(ui["star"]) { [weak model] in model?.toggleFavorite() }
        root.setAccessibleName(DetailsText.name)
        back.setAccessibleName(DetailsText.back)
        ui["open"].setAccessibleName(RowText.openInBrowser)
        ui["copy"].setAccessibleName(RowText.copyLink)
        observation = Observe { [weak self] in self?.paint() }
    }

    private func paint() {
        guard case .shown(let item, let progress) = model.phase else {
            tools.setVisible(false)
            adw_window_title_set_title(title.opaque, "")
            show(page: "none")
            return
        }
        tools.setVisible(true)
        adw_window_title_set_title(title.opaque, item.title)
        star?.show(isFavorite: item.isFavorite, isSignedIn: item.isStarredOnServer != nil)
        body.show(item, progress)
        show(page: "item")
    }

    private func makeBody() -> DetailsBody {
        let body = DetailsBody(
            pictures: pictures, standing: standing, tryAgain: { [weak model] in model?.tryAgain() },
            noBrowser: noBrowser)
        gtk_stack_add_named(content.opaque, body.root.widget, "item")
        return body
    }

    private func show(page: String) { gtk_stack_set_visible_child_name(content.opaque, page) }
}
