import DocumentModel

/// Recto's entries for the desktop, with its supported types.
enum DesktopEntry: String, CaseIterable {
  /// The entry for the menu (Desktop Entry Specification).
  case application = "desktop"
  /// The entry for file managers that cannot draw documents themselves.
  case thumbnailer

  /// The identifier for desktops and software centres.
  static let identifier = "org.recto.Recto"

  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  func text(_ types: DocumentTypes) -> String {
    let names = types.openedByName.flatMap(\.mimeTypes).map { $0 + ";" }.joined()
    return switch self {
    case .application:
      """
      [Desktop Entry]
      Type=Application
      Name=Recto
      GenericName=Document reader
      Comment=Read and annotate PDFs, Markdown and plain text in the terminal
      Keywords=PDF;Markdown;text;reader;annotate;library;papers;
      TryExec=recto
      Exec=recto %U
      Icon=\(Self.identifier)
      Terminal=true
      Categories=Office;Viewer;ConsoleOnly;
      MimeType=\(names)inode/directory;x-scheme-handler/recto;
      Actions=browse;

      [Desktop Action browse]
      Name=Browse documents
      Exec=recto .

      """
    case .thumbnailer:
      """
      [Thumbnailer Entry]
      TryExec=recto
      Exec=recto thumbnail --size %s --output %o %i
      MimeType=\(names)

      """
    }
  }
}
