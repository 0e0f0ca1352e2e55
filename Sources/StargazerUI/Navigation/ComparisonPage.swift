import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// Compares two people. Shows the choice of the other person, the requests that it takes, and the progress. The result
/// is a list for each kind of thing that they have in common.
@MainActor final class ComparisonPage: SteppedPageView {
    let steps: SteppedPageFrame
    private let model: ComparisonViewModel
    private let choice: ItemSections
    private let name: Handle
    private let refused = ItemSections.label("", ["error", "caption"])
    private let lists: ItemSections
    private var paintedCandidates: [ItemContent]?
    private var painted: ComparisonContent?
    private var observation: Observe?

    private var presentation: any CatalogPresentation { CatalogPresentations.registered[model.origin.id.catalog] }

    init(
        model: ComparisonViewModel, pictures: PictureStore, signInState: @escaping @MainActor () -> SignInState,
        links: LinkHandlers, titles: @escaping @MainActor () -> [String]
    ) {
        self.model = model
        let choice = ItemSections(name: ComparisonText.title, pictures: pictures) { [weak model] in model?.choose($0) }
        let name = Handle(gtk_entry_new())
        let lists = ItemSections(name: ComparisonText.title, pictures: pictures) { [weak model] id in
            if let item = model?.item(for: id) { links.openItem(item) }
        }
        (self.choice, self.name, self.lists) = (choice, name, lists)
        steps = SteppedPageFrame(
            name: JoinText.list([ComparisonText.title, model.origin.cleanTitle]),
            parts: [
                .init(name: "choice", root: choice.root) { name },
                .init(name: "lists", root: lists.root) { lists.firstRow },
            ], signInState: signInState, titles: titles)
        makeChoice()
        observation = Observe { [weak self] in self?.paint() }
    }

    private func makeChoice() {
        choice.addHeader(ItemSections.label(ComparisonText.choose(model.origin.cleanShortTitle), ["title-4"]))
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        name.setAccessibleName(ComparisonText.name)
        gtk_entry_set_placeholder_text(name.cast(), ComparisonText.name)
        gtk_widget_set_hexpand(name.widget, 1)
        Signals.connect(name, "activate") { [weak self] in self?.chooseNamed() }
        let compare = Handle(gtk_button_new_with_label(ComparisonText.compare))
        Signals.connect(compare, "clicked") { [weak self] in self?.chooseNamed() }
        for part in [name, compare] { line.append(part) }
        for part in [line, refused] { choice.addHeader(part) }
        guard let own = model.ownName else { return }
        let you = Handle(gtk_button_new_with_label(ComparisonText.you(own)))
        gtk_widget_set_halign(you.widget, GTK_ALIGN_START)
        Signals.connect(you, "clicked") { [weak model] in model?.choose(named: own) }
        choice.addHeader(you)
    }

    private func chooseNamed() {
        guard let text = gtk_editable_get_text(name.opaque) else { return }
        model.choose(named: String(cString: text))
    }

    // MARK: Painting

    private func paint() {
        paint(model.candidates)
        switch model.phase {
        case .choosing(let refused): choose(refused)
        case .counting(let name):
            showStatus(
                "counting", ComparisonText.counting, ComparisonText.both(model.origin.cleanShortTitle, name), [another])
        case .ready(let name, let requests):
            showStatus(
                "ready", ComparisonText.both(model.origin.cleanShortTitle, name),
                ComparisonText.ready(requests: requests),
                [.init(label: ComparisonText.compare) { [weak model] in model?.compare() }, another])
        case .unfinished(let progress):
            steps.showStatus(progress, of: model.origin.id.catalog, also: [another]) { [weak model] in
                model?.tryAgain()
            } cancel: { [weak model] in
                model?.cancel()
            }
        case .shown(let comparison): paint(comparison)
        }
    }

    private func showStatus(_ key: String, _ heading: String, _ sentence: String, _ actions: [StatusView.Action]) {
        steps.showStatus(key, icon: "system-users-symbolic", heading, sentence, actions)
    }

    private var another: StatusView.Action {
        .init(label: ComparisonText.chooseAnother) { [weak model] in model?.chooseAnother() }
    }

    private func choose(_ refusal: ComparisonNameProblem?) {
        refused.setLabel(refusal.map { ComparisonText.refused($0, presentation: presentation) } ?? "")
        refused.setVisible(refusal != nil)
        name.setClass("error", refusal != nil)
        steps.show("choice")
    }

    private func paint(_ candidates: [ItemContent]) {
        guard candidates != paintedCandidates else { return }
        paintedCandidates = candidates
        choice.clear()
        choice.add(ComparisonText.favorites, candidates, none: ComparisonText.noFavorites)
    }

    private func paint(_ comparison: ComparisonContent) {
        steps.show("lists") {
            guard painted != comparison else { return }
            painted = comparison
            lists.clear()
            let names = comparison.parts.map {
                presentation.commonListName(of: $0.kind) ?? presentation.name(of: $0.kind) ?? $0.kind.rawValue
            }
            lists.addText(ComparisonText.both(comparison.one, comparison.other), ["title-4"])
            // The first list may be long, so the counts of all lists are above it.
            let counts = zip(names, comparison.parts).map { NavigationText.count($0, $1.count) }
            if counts.count > 1 { lists.addText(JoinText.list(counts)) }
            for (name, part) in zip(names, comparison.parts) {
                lists.add(name, of: part.count, part.rows, none: ComparisonText.none)
            }
        }
    }
}
