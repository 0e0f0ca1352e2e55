import CStargazer
import Foundation
package import GtkBridge
import StargazerCore

/// The pane that shows one item in full.
@MainActor package final class DetailsPage {
    package let root: Handle
    let back: Handle
    private let model: DetailsViewModel
    private let noBrowser: @MainActor () -> Void
    private let standing: @MainActor () -> AccountStanding
    private let ui: UIBuilder
    private let avatar: AvatarView
    private let figures: Figures
    private let topics: TopicChips
    private let facts: FactList
    private var star: StarButton?
    private var noticeLink: String?
    private var noticeAction: FailureWording.Action?
    private var paintedID: ItemID?
    private var observation: Observe?

    /// - Parameters:
    ///   - standing: whether somebody is signed in, for what failures offer.
    ///   - noBrowser: runs when a link could not be opened.
    init(
        model: DetailsViewModel, pictures: PictureStore, standing: @escaping @MainActor () -> AccountStanding,
        noBrowser: @escaping @MainActor () -> Void
    ) {
        self.model = model
        self.standing = standing
        self.noBrowser = noBrowser
        ui = UIBuilder(PackageResources.DetailsPage_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        back = ui["back"]
        avatar = AvatarView(ui["avatar"], pictures: pictures)
        figures = Figures(box: ui["figures"])
        topics = TopicChips(box: ui["topics"])
        facts = FactList(grid: ui["facts"], failed: noBrowser)
        star = StarButton(ui["star"]) { [weak model] in model?.toggleFavorite() }
        root.setAccessibleName(DetailsText.name)
        back.setAccessibleName(DetailsText.back)
        ui["open"].setAccessibleName(RowText.openInBrowser)
        ui["copy"].setAccessibleName(RowText.copyLink)
        Signals.connect(ui["notice-action"], "clicked") { [weak self] in self?.noticeActed() }
        observation = Observe { [weak self] in self?.paint() }
    }

    private func paint() {
        guard case .shown(let item, let progress) = model.phase else {
            ui["tools"].setVisible(false)
            adw_window_title_set_title(ui["title"].opaque, "")
            show(page: "none")
            return
        }
        ui["tools"].setVisible(true)
        adw_window_title_set_title(ui["title"].opaque, item.title)
        paint(item)
        paint(progress)
        show(page: "item")
        if paintedID != item.id {
            paintedID = item.id
            gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(ui["scroller"].opaque), 0)
        }
    }

    private func paint(_ item: DetailsContent) {
        avatar.show(item.avatarURL, name: item.owner)
        star?.show(isFavorite: item.isFavorite, isSignedIn: item.isStarredOnServer != nil)
        ui["server-star"].setVisible(item.isStarredOnServer == true)
        // What was kept before signing in, or was refused, has its star still to come.
        ui["star-on-server"].setVisible(item.isStarredOnServer == false && item.isFavorite)
        ui["name"].setLabel(item.name)
        ui["subtitle"].setLabel(DetailsText.subtitle(item))
        ui["subtitle"].setTooltip(item.pushedFull.map { RowText.pushed($0) })
        ui["summary"].setLabel(item.summary.isEmpty ? DetailsText.noSummary : item.summary)
        ui["summary"].setClass("dim-label", item.summary.isEmpty)
        figures.show([
            .init(value: item.starsFull, label: DetailsText.stars(item.starCount)),
            .init(value: item.watchersFull, label: DetailsText.watchers(item.watcherCount ?? 0)),
            .init(value: item.forksFull, label: DetailsText.forks(item.forkCount)),
            .init(value: item.openIssuesFull, label: DetailsText.openIssues(item.openIssueCount)),
        ])
        topics.show(item.topics)
        var lines: [FactList.Line] = []
        if let url = item.homepage, let text = item.homepageText {
            lines.append(.init(label: DetailsText.homepage, text: text, address: url.absoluteString))
        }
        if let language = item.language { lines.append(.init(label: DetailsText.language, text: language)) }
        if let license = item.license { lines.append(.init(label: DetailsText.license, text: license)) }
        if let pushed = item.pushedFull { lines.append(.init(label: DetailsText.lastPush, text: pushed)) }
        if let created = item.createdFull { lines.append(.init(label: DetailsText.created, text: created)) }
        if let parent = item.parentName { lines.append(.init(label: DetailsText.forkedFrom, text: parent)) }
        facts.show(lines)
    }

    private func paint(_ progress: DetailsProgress) {
        let isSlow = progress == .loading(isSlow: true)
        ui["spinner"].setVisible(isSlow)
        gtk_spinner_set_spinning(ui["spinner"].opaque, isSlow ? 1 : 0)
        guard case .failed(let failure) = progress else {
            ui["notice"].setVisible(false)
            return
        }
        let wording = FailureText.wording(of: failure, standing: standing())
        ui["notice-heading"].setLabel(wording.heading)
        ui["notice-sentence"].setLabel(
            [wording.sentence, wording.code.map(FailureText.code)].compactMap { $0 }.joined(separator: "\n"))
        noticeLink = wording.link?.absoluteString
        noticeAction = wording.actions.first
        let title = noticeLink != nil ? FailureText.readMore : noticeAction.map(FailureText.label)
        gtk_button_set_label(ui["notice-action"].cast(), title ?? "")
        ui["notice-action"].setVisible(title != nil)
        ui["notice"].setVisible(true)
    }

    private func noticeActed() {
        if let noticeLink { return Browser.open(noticeLink, from: root, failed: noBrowser) }
        if noticeAction == .tryAgain { return model.tryAgain() }
        _ = gtk_widget_activate_action_variant(root.widget, "win.sign-in", nil)
    }

    private func show(page: String) { gtk_stack_set_visible_child_name(ui["content"].opaque, page) }
}
