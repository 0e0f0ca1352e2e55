import GtkBridge

/// The texts of the shortcuts window. The manual page lists them in English.
enum ShortcutsText {
    static var title: String { tr("Keyboard Shortcuts") }

    static var searchSection: String { trc("shortcuts", "Search") }
    static var search: String { tr("Search") }
    static var searchNow: String { tr("Search Now") }
    static var goToResults: String { tr("Go to the Results") }
    static var returnToEntry: String { tr("Return to Search Field") }
    static var clearEntry: String { tr("Clear Search Field") }
    static var suggestions: String { tr("Show Suggestions") }
    static var chooseSuggestion: String { tr("Choose Suggestion") }
    static var findInText: String { tr("Find in Text") }
    static var nextOrPreviousMatch: String { tr("Next or Previous Match") }
    static var saveSearch: String { tr("Save Search") }
    static var refresh: String { tr("Refresh") }

    static var selectedItemSection: String { tr("Selected Item") }
    static var showDetails: String { tr("Show Details") }
    static var toggleFavorite: String { tr("Add to or Remove from Favorites") }
    static var editTags: String { tr("Add or Remove Tags") }
    static var editNote: String { tr("Edit the Note") }
    static var focusStar: String { tr("Focus Star Button") }
    static var pressStar: String { tr("Press Star Button") }
    static var openInBrowser: String { tr("Open in Browser") }
    static var copyLink: String { tr("Copy Link") }
    static var copyPicture: String { tr("Copy Picture") }
    static var fullScreen: String { tr("Show Picture in Full Screen") }
    static var toggleInformation: String { tr("Show or Hide Information") }
    static var savePicture: String { tr("Save Picture") }
    static var zoom: String { tr("Zoom In, Zoom Out, Fit to Window") }
    static var playOrPause: String { tr("Play or Pause Animation") }
    static var previousOrNextPicture: String { tr("Previous or Next Picture") }
    static var showMenu: String { tr("Show Menu") }

    static var selectionSection: String { trc("selected rows", "Selection") }
    static var selectAll: String { tr("Select All") }
    static var extendSelection: String { tr("Extend Selection") }
    static var toggleRow: String { tr("Select or Deselect Row") }
    static var removeFromFavorites: String { tr("Remove from Favorites") }

    static var goToSection: String { tr("Go To") }
    static var searchView: String { trc("view", "Search") }
    static var searchRepositories: String { tr("Search Repositories") }
    static var searchPeople: String { tr("Search People") }
    static var searchGIFs: String { tr("Search GIFs") }
    static var searchPhotos: String { tr("Search Photos") }
    static var allFavorites: String { tr("All Favorites") }
    static var filter: String { tr("Filter Loaded Results") }
    static var goToSource: String { tr("Go to a Source or Favorite") }
    static var nextPane: String { tr("Next Pane") }
    static var previousPane: String { tr("Previous Pane") }
    static var nextControl: String { tr("Next Control") }
    static var previousControl: String { tr("Previous Control") }
    static var back: String { tr("Back") }

    static var generalSection: String { tr("General") }
    static var mainMenu: String { tr("Main Menu") }
    static var toggleSidebar: String { tr("Show or Hide Sidebar") }
    static var rename: String { tr("Rename Tag or Saved Search") }
    static var delete: String { tr("Delete Tag or Saved Search") }
    static var resizeList: String { tr("Resize List") }
    static var undo: String { tr("Undo") }
    static var redo: String { tr("Redo") }
    static var preferences: String { tr("Preferences") }
    static var closeWindow: String { tr("Close Window") }
    static var quit: String { tr("Quit") }
}
