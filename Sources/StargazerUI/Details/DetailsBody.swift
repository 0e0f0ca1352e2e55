import CStargazer
import Foundation
import GtkBridge
import StargazerCore

/// What the details pane shows of an item below its header. Made for the first item: before that it would only cost
/// memory and time at the start.
@MainActor final class DetailsBody {
    let root: Handle
    private let standing: @MainActor () -> AccountStanding
    private let tryAgain: @MainActor () -> Void
    private let noBrowser: @MainActor () -> Void
    private let ui: UIBuilder
    private let avatar: AvatarView
    private let figures: Figures
    private let topics: TopicChips
    private let facts: FactList
    private var noticeLink: String?
    private var noticeAction: FailureWording.Action?
    private var paintedID: ItemID?

    /// - Parameters:
    ///   - standing: whether somebody is signed in, for what failures offer.
    ///   - tryAgain: runs when the details are asked for once more.
    ///   - noBrowser: runs when a link could not be opened.
    init(
        pictures: PictureStore, standing: @escaping @MainActor () -> AccountStanding,
        tryAgain: @escaping @MainActor () -> Void, noBrowser: @escaping @MainActor () -> Void
    ) {
        self.standing = standing
        self.tryAgain = tryAgain
        self.noBrowser = noBrowser
        ui = UIBuilder(PackageResources.DetailsBody_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        avatar = AvatarView(ui["avatar"], pictures: pictures)
        figures = Figures(box: ui["figures"])
        topics = TopicChips(box: ui["topics"])
        facts = FactList(grid: ui["facts"], failed: noBrowser)
        Signals.connect(ui["notice-action"], "clicked") { [weak self] in self?.noticeActed() }
    }

    func show(_ item: DetailsContent, _ progress: DetailsProgress) {
        paint(item)
        paint(progress)
        if paintedID != item.id {
            paintedID = item.id
            gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(root.opaque), 0)
        }
    }

    private func paint(_ item: DetailsContent) {
        avatar.show(item.avatarURL, name: item.owner)
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
        facts.show(lines(of: item))
    }

    private func lines(of item: DetailsContent) -> [FactList.Line] {
        var lines: [FactList.Line] = []
        if let url = item.homepage, let text = item.homepageText {
            lines.append(.init(label: DetailsText.homepage, text: text, address: url.absoluteString))
        }
        if let language = item.language { lines.append(.init(label: DetailsText.language, text: language)) }
        if let license = item.license { lines.append(.init(label: DetailsText.license, text: license)) }
        if let pushed = item.pushedFull { lines.append(.init(label: DetailsText.lastPush, text: pushed)) }
        if let created = item.createdFull { lines.append(.init(label: DetailsText.created, text: created)) }
        if let parent = item.parentName { lines.append(.init(label: DetailsText.forkedFrom, text: parent)) }
        return lines
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
        if noticeAction == .tryAgain { return tryAgain() }
        _ = gtk_widget_activate_action_variant(root.widget, "win.sign-in", nil)
    }
}
