/// What documents call themselves, as far as that says anything: programs write titles that nobody gave.
package enum DocumentTitle {
  /// The title without blanks at its ends; empty where it is none: `Untitled`, `untitled.dvi`, `Microsoft Word - thesis.doc`.
  package static func telling(_ title: String) -> String {
    var words = Substring(title)
    while words.first?.isWhitespace == true { words.removeFirst() }
    while words.last?.isWhitespace == true { words.removeLast() }
    return words.isEmpty || isUseless(words.lowercased()) ? "" : String(words)
  }

  private static func isUseless(_ title: String) -> Bool {
    if beginnings.contains(where: title.hasPrefix) { return true }
    // `untitled 2`, `document1`, `(unbenannt)` are as good as without.
    let core = title.filter { $0.isLetter || $0 == " " }
    var name = Substring(core)
    while name.first == " " { name.removeFirst() }
    while name.last == " " { name.removeLast() }
    if name.isEmpty { return !title.contains(where: \.isNumber) }
    if nobodys.contains(String(name)) { return true }
    guard let dot = title.lastIndex(of: "."), dot > title.startIndex else { return false }
    return fileEndings.contains(String(title[title.index(after: dot)...]))
  }

  /// Programs put their name before the file's.
  private static let beginnings = [
    "microsoft word -", "microsoft powerpoint -", "microsoft excel -", "microsoft publisher -",
    "microsoft photo editor -", "file://",
  ]

  /// What stands where nobody gave a title, in small letters without signs and numbers.
  private static let nobodys: Set<String> = [
    "doc", "document", "dokument", "documento", "empty", "foglio", "full page fax print", "layout",
    "namenlos", "no title", "noname", "none", "null", "ohne titel", "powerpoint presentation",
    "powerpoint präsentation", "presentation", "präsentation", "présentation powerpoint", "print",
    "sans nom", "sans titre", "senza nome", "senza titolo", "sin título", "slide", "sem título",
    "titel", "title", "titre", "unbekannt", "unbenannt", "undefined", "unknown", "unnamed",
    "untitled", "untitled document", "word document", "без имени", "без названия", "無題",
    "无标题", "未命名", "名称未設定",
  ]

  /// Endings of the files that documents are made from: a title that has one is a file's name.
  private static let fileEndings: Set<String> = [
    "ai", "cdr", "doc", "docm", "docx", "dot", "dotx", "dvi", "eps", "fm", "htm", "html", "indd",
    "jpeg", "jpg", "lwp", "md", "odp", "ods", "odt", "p65", "pages", "pdf", "pm6", "png", "ppt",
    "pptx", "ps", "pub", "qxd", "qxp", "rtf", "sdw", "sxw", "tex", "tif", "tiff", "tmp", "txt",
    "wpd", "wps", "xls", "xlsm", "xlsx",
  ]
}
