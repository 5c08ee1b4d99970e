/// A format recognised by a file's name where `document-types.json5` is not known: in workers and templates.
///
/// The raw value is its identifier in that file; a test compares the endings.
package enum NamedFormat: String, Sendable, CaseIterable {
  case pdf = "com.adobe.pdf"
  case djvu = "com.lizardtech.djvu"
  case epub = "org.idpf.epub-container"
  case fictionBook = "org.recto.fiction-book"
  case comic = "org.recto.comic"
  case word = "org.openxmlformats.wordprocessingml.document"
  case workbook = "org.openxmlformats.spreadsheetml.sheet"
  case presentation = "org.openxmlformats.presentationml.presentation"
  case openDocument = "org.oasis-open.opendocument"
  case html = "public.html"
  case xml = "public.xml"
  case markdown = "net.daringfireball.markdown"
  case org = "org.orgmode.org"

  /// In lower case, without the first dot.
  package var endings: [String] {
    switch self {
    case .pdf: ["pdf"]
    case .djvu: ["djvu", "djv"]
    case .epub: ["epub"]
    case .fictionBook: ["fb2", "fb2.zip", "fbz"]
    case .comic: ["cbz", "cbr", "cb7", "cbt"]
    case .word: ["docx", "docm", "dotx", "dotm"]
    case .workbook: ["xlsx", "xlsm", "xltx"]
    case .presentation: ["pptx", "pptm", "ppsx", "potx"]
    case .openDocument: ["odt", "ott", "fodt", "ods", "ots", "odp", "otp"]
    case .html: ["html", "htm", "xhtml", "xht", "mhtml", "mht"]
    case .xml: ["xml", "xsl", "xslt", "xsd", "rss", "atom", "opml", "xbel", "plist"]
    case .markdown: ["md", "markdown", "mdown", "mkd", "mkdn"]
    case .org: ["org"]
    }
  }

  package var isOffice: Bool {
    self == .word || self == .workbook || self == .presentation || self == .openDocument
  }

  /// Returns nil for a name with none of the endings.
  package init?(fileName: String) {
    let name = fileName.lowercased()
    let format = Self.allCases.first { $0.endings.contains { name.hasSuffix("." + $0) } }
    guard let format else { return nil }
    self = format
  }
}
