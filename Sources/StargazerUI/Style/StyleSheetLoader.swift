import CStargazer
import GtkBridge

/// The application's style sheets. libadwaita follows the system's choice of light, dark and high contrast; our rules
/// for high contrast are added and removed with it.
@MainActor package final class StyleSheetLoader {
    private let display: OpaquePointer
    private let manager = Handle(adw_style_manager_get_default())
    private let highContrastSheet = GObjectRef(adopting: Handle(gtk_css_provider_new()))

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

    private static func load(_ text: [UInt8], into sheet: GObjectRef) {
        text.withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in
                gtk_css_provider_load_from_data(sheet.cast(), text.baseAddress, gssize(text.count))
            }
        }
    }
}
