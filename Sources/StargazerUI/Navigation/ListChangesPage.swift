import GtkBridge
import StargazerCore
import StargazerLibrary

/// Shows the requests that a check takes and its progress, and then two lists: the new people and those who left.
@MainActor final class ListChangesPage: SteppedPageView {
    let steps: SteppedPageFrame
    private let model: ListChangesViewModel
    private let lists: ItemSections
    private var painted: ListChangesContent?
    private var observation: Observe?

    init(
        model: ListChangesViewModel, pictures: PictureStore, signInState: @escaping @MainActor () -> SignInState,
        links: LinkHandlers, titles: @escaping @MainActor () -> [String]
    ) {
        self.model = model
        let lists = ItemSections(name: ListChangesText.title, pictures: pictures) { [weak model] id in
            if let item = model?.item(for: id) { links.openItem(item) }
        }
        self.lists = lists
        steps = SteppedPageFrame(
            name: JoinText.list([ListChangesText.title, model.origin.cleanTitle]),
            parts: [.init(name: "lists", root: lists.root) { lists.firstRow }], signInState: signInState, titles: titles
        )
        observation = Observe { [weak self] in self?.paint() }
    }

    // MARK: Painting

    private func paint() {
        switch model.phase {
        case .reading: steps.showStatus("reading", icon: nil, ListChangesText.title, "")
        case .ready(let last):
            steps.showStatus(
                "ready", icon: "system-users-symbolic", ListChangesText.title,
                ListChangesText.ready(last: last, requests: model.requests),
                [.init(label: ListChangesText.check) { [weak model] in model?.load() }])
        case .unfinished(let progress):
            steps.showStatus(progress, of: model.origin.id.catalog) { [weak model] in
                model?.load()
            } cancel: { [weak model] in
                model?.cancel()
            }
        case .shown(let changes): paint(changes)
        }
    }

    private func paint(_ changes: ListChangesContent) {
        guard let last = changes.last else {
            return steps.showStatus(
                "remembered", icon: "object-select-symbolic", ListChangesText.listSaved,
                ListChangesText.listSavedText(changes.total))
        }
        steps.show("lists") {
            guard painted != changes else { return }
            painted = changes
            lists.clear()
            lists.addText(ListChangesText.summary(changes, last: last))
            lists.add(
                ListChangesText.new, of: changes.new.count, changes.new.rows, none: ListChangesText.nobodyNew)
            lists.add(
                ListChangesText.left, of: changes.left.count, changes.left.rows, none: ListChangesText.nobodyLeft)
        }
    }
}
