import GtkBridge
import StargazerCore

/// The page of who is new in a list and who left it: what it would take to look, how far that has come, and then the two
/// of them under each other.
@MainActor final class ListChangesPage: TrailStepsView {
    let steps: TrailSteps
    private let model: ListChangesViewModel
    private let lists: ItemSections
    private var painted: ListChangesContent?
    private var observation: Observe?

    init(
        model: ListChangesViewModel, pictures: PictureStore, standing: @escaping @MainActor () -> AccountStanding,
        links: DetailLinks, titles: @escaping @MainActor () -> [String]
    ) {
        self.model = model
        let lists = ItemSections(pictures: pictures) { [weak model] id in
            if let item = model?.item(for: id) { links.go(item) }
        }
        self.lists = lists
        steps = TrailSteps(
            name: JoinText.list([ListChangesText.title, model.origin.cleanTitle]),
            parts: [.init(name: "lists", root: lists.root) { lists.firstRow }], standing: standing, titles: titles)
        observation = Observe { [weak self] in self?.paint() }
    }

    // MARK: Painting

    private func paint() {
        switch model.phase {
        case .reading: steps.say("reading", icon: nil, ListChangesText.title, "")
        case .ready(let last):
            steps.say(
                "ready", icon: "system-users-symbolic", ListChangesText.title,
                ListChangesText.ready(last: last, requests: model.requests), [look(ListChangesText.look)])
        case .looking(let came, let about):
            steps.say(
                "looking", icon: "system-users-symbolic", ListChangesText.looking,
                ListChangesText.progress(came: came, about: about),
                [.init(label: ListChangesText.cancel) { [weak model] in model?.cancel() }])
        case .tooLong(let needed, let left):
            steps.say(
                "tooLong", icon: "dialog-information-symbolic", ListChangesText.tooLongHeading,
                TrailText.tooLong(needed: needed, left: left), [look(FailureText.tryAgain)])
        case .failed(let failure):
            steps.say(failure, of: model.origin.id.catalog) { [weak model] in model?.look() }
        case .shown(let changes): paint(changes)
        }
    }

    private func look(_ label: String) -> StatusView.Action {
        .init(label: label, isSuggested: true) { [weak model] in model?.look() }
    }

    private func paint(_ changes: ListChangesContent) {
        guard let last = changes.last else {
            return steps.say(
                "remembered", icon: "object-select-symbolic", ListChangesText.remembered,
                ListChangesText.rememberedSentence(changes.total))
        }
        steps.show("lists") {
            guard painted != changes else { return }
            painted = changes
            lists.clear()
            lists.say(ListChangesText.summary(changes, last: last))
            lists.add(
                ListChangesText.new, of: changes.new.count, changes.new.rows, none: ListChangesText.nobodyNew)
            lists.add(
                ListChangesText.left, of: changes.left.count, changes.left.rows, none: ListChangesText.nobodyLeft)
        }
    }
}
