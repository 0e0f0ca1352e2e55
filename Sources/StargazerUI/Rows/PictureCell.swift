import CStargazer
import GtkBridge
import StargazerCore

/// What a cell shows of an item: its picture, its title on one line, and a star in the corner.
@MainActor final class PictureCell: ItemParts {
    let root: Handle
    let star: StarButton
    private(set) var content: ItemContent?
    private let title: Handle
    private let picture: PictureView
    private let movie: CellMovie

    /// The longer side of a picture in the widest cell.
    private static let longest: Int32 = 240
    private static let round: Int32 = 128

    init(pictures: PictureStore, starPressed: @escaping @MainActor () -> Void) {
        let ui = UIBuilder(PackageResources.PictureCell_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        title = ui["title"]
        picture = PictureView(ui["picture"], side: Self.round, longest: Self.longest, pictures: pictures)
        movie = CellMovie(over: picture, pictures: pictures, side: Int(Self.longest))
        star = StarButton(ui["star"], pressed: starPressed)
        // The cell is called by its title.
        ui["picture"].setAccessibleHidden(true)
        tellOnDemand(title) { $0.title }
        movie.watch(root)
    }

    func leave() {
        movie.show(nil)
        picture.leave()
    }

    func show(_ item: ItemContent) {
        content = item
        title.setLabel(item.name)
        gtk_label_set_xalign(title.opaque, item.picture.shape == .round ? 0.5 : 0)
        movie.show(item.picture.moving)
        picture.show(item.picture, fit: item.picture.fit)
        star.show(isFavorite: item.isFavorite, isSignedIn: item.isStarredOnServer != nil)
    }
}

extension PictureContent {
    /// In a cell: cut to it, unless that would leave less than half of the picture.
    fileprivate var fit: PictureView.Fit {
        guard case .ratio(let ratio) = shape else { return .cover }
        return (0.5...2).contains(ratio) ? .cover : .whole
    }
}
