import CStargazer
import GtkBridge

/// The application's style sheets. libadwaita follows the system's choice of light, dark and high contrast; our rules
/// for high contrast are added and removed with it. Icons grow with the text.
@MainActor package final class StyleSheetLoader {
    private let display: OpaquePointer
    private let manager = Handle(adw_style_manager_get_default())
    private let highContrastSheet = GObjectRef(adopting: Handle(gtk_css_provider_new()))
    private let iconSheet = GObjectRef(adopting: Handle(gtk_css_provider_new()))

    /// The size of an icon at the usual text size, in pixels.
    private static let iconSize: Int32 = 16

    /// Adds the style sheets to the display. Call it once; the process owns this object.
    package init(display: OpaquePointer) {
        self.display = display
        let always = GObjectRef(adopting: Handle(gtk_css_provider_new()))
        let accent = adw_get_minor_version() < 6 ? PackageResources.accent_css : []
        Self.load(accent + PackageResources.style_css + LanguageColors.sheet + TagColors.sheet, into: always)
        add(always, priority: guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        add(highContrastSheet, priority: guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION) + 1)
        for property in ["dark", "high-contrast"] {
            Signals.connect(manager, "notify::\(property)") { [weak self] in self?.updateHighContrast() }
        }
        updateHighContrast()
        add(iconSheet, priority: guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
        Signals.connect(Handle(gtk_settings_get_default()), "notify::gtk-xft-dpi") { [weak self] in
            self?.updateIconSize()
        }
        updateIconSize()
    }

    /// The buttons of the window stay as those of other programs.
    private func updateIconSize() {
        let size = sgz_room_for_text(Self.iconSize)
        let sheet = "window { -gtk-icon-size: \(size)px; } windowcontrols { -gtk-icon-size: \(Self.iconSize)px; }"
        Self.load(Array(sheet.utf8), into: iconSheet)
    }

    private func updateHighContrast() {
        // No rules, but not an empty array, which may have no base address.
        var sheet = Array("\n".utf8)
        if adw_style_manager_get_high_contrast(manager.opaque) != 0 {
            sheet = PackageResources.high_contrast_css
            if adw_style_manager_get_dark(manager.opaque) == 0 { sheet += PackageResources.high_contrast_light_css }
        }
        Self.load(sheet, into: highContrastSheet)
    }

    private func add(_ sheet: GObjectRef, priority: guint) {
        gtk_style_context_add_provider_for_display(display, sheet.opaque, priority)
    }

    fileprivate static func load(_ text: [UInt8], into sheet: GObjectRef) {
        text.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in
                gtk_css_provider_load_from_data(sheet.cast(), text.baseAddress, gssize(text.count))
            }
        }
    }
}

/// Moves the children of a widget to the side without changing the room that they take.
@MainActor final class WidgetShift {
    private let sheet = GObjectRef(adopting: Handle(gtk_css_provider_new()))
    private let selector: String
    private var pixels = 0

    /// - Parameter name: the CSS name of the children.
    init(of name: String, in widget: Handle) {
        let style = "shifts-\(UInt(bitPattern: widget.raw))"
        selector = ".\(style) > \(name)"
        widget.setClass(style, true)
        gtk_style_context_add_provider_for_display(
            gtk_widget_get_display(widget.widget), sheet.opaque, guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    }

    isolated deinit {
        guard let display = gdk_display_get_default() else { return }
        gtk_style_context_remove_provider_for_display(display, sheet.opaque)
    }

    func set(_ pixels: Int) {
        guard pixels != self.pixels else { return }
        self.pixels = pixels
        StyleSheetLoader.load(Array("\(selector) { transform: translate(\(pixels)px); }".utf8), into: sheet)
    }
}
