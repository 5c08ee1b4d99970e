/// Filters document titles: many programs write placeholder titles that no author chose.
package enum DocumentTitle {
  /// Returns the trimmed title; empty if it is a placeholder such as `Untitled`, `untitled.dvi` or `Microsoft Word - thesis.doc`.
  package static func telling(_ title: String) -> String {
    var words = Substring(title)
    while words.first?.isWhitespace == true { words.removeFirst() }
    while words.last?.isWhitespace == true { words.removeLast() }
    return words.isEmpty || isUseless(words.lowercased()) ? "" : String(words)
  }

  private static func isUseless(_ title: String) -> Bool {
    if !DOI.bare(title).isEmpty || beginnings.contains(where: title.hasPrefix) { return true }
    // `untitled 2`, `document1` and `(unbenannt)` are placeholders too.
    let core = title.filter { $0.isLetter || $0 == " " }
    var name = Substring(core)
    while name.first == " " { name.removeFirst() }
    while name.last == " " { name.removeLast() }
    // A number may be a year, or the title of a novel, but hardly one of five digits.
    if name.isEmpty {
      return !title.contains(where: \.isNumber) || title.count > 4 && title.allSatisfy(\.isNumber)
    }
    if nobodys.contains(String(name)) { return true }
    guard let dot = title.lastIndex(of: "."), dot > title.startIndex else { return false }
    return fileEndings.contains(String(title[title.index(after: dot)...]))
  }

  /// Prefixes: some programs put their own name before the file name.
  private static let beginnings = [
    "microsoft word -", "microsoft powerpoint -", "microsoft excel -", "microsoft publisher -",
    "microsoft photo editor -", "file://", "doi:", "doi.org/", "https://doi.org/", "pii:", "arxiv:",
    "proceedings template -", "sig proceedings", "paper title (use style",
  ]

  /// Placeholder titles in lower case, without punctuation and digits.
  private static let nobodys: Set<String> = [
    "adobe illustrator", "adobe photoshop", "adobe photoshop pdf", "anonymous", "doc", "document",
    "dokument", "documento", "empty", "foglio", "full page fax print", "layout",
    "namenlos", "no title", "noname", "none", "null", "ohne titel", "powerpoint presentation",
    "powerpoint präsentation", "presentation", "präsentation", "présentation powerpoint", "print",
    "scan", "scanned document", "scanned image", "gescanntes dokument", "document numérisé",
    "documento escaneado", "paper title", "manuscript", "preprint",
    "sans nom", "sans titre", "senza nome", "senza titolo", "sin título", "slide", "sem título",
    "titel", "title", "titre", "unbekannt", "unbenannt", "undefined", "unknown", "unnamed",
    "untitled", "untitled document", "word document", "без имени", "без названия", "無題",
    "无标题", "未命名", "名称未設定",
  ]

  /// Extensions of files that documents are made from: a title that ends in one is a file name.
  private static let fileEndings: Set<String> = [
    "ai", "cdr", "doc", "docm", "docx", "dot", "dotx", "dvi", "eps", "fm", "htm", "html", "indd",
    "jpeg", "jpg", "lwp", "md", "odp", "ods", "odt", "p65", "pages", "pdf", "pm6", "png", "ppt",
    "pptx", "ps", "pub", "qxd", "qxp", "rtf", "sdw", "sxw", "tex", "tif", "tiff", "tmp", "txt",
    "wpd", "wps", "xls", "xlsm", "xlsx",
  ]
}
