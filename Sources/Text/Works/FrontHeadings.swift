/// The headings that open a document's text, which are no titles.
enum FrontHeadings {
  private static let names: Set<String> = [
    "introduction", "summary", "résumé", "resumen", "sommaire", "inhalt", "software", "einleitung",
    "overview", "background", "einführung", "introducción", "introdução", "introduzione",
    "inleiding", "inledning", "preface", "vorwort", "foreword", "contents", "inhaltsverzeichnis",
    "tabledesmatières", "índice", "sumário", "введение", "содержание", "はじめに", "序論", "引言",
    "绪论", "目录", "目次",
  ]

  /// Those that slides and manuals have as their titles.
  private static let titles: Set<String> = ["software", "summary", "overview", "background"]

  /// Whether a text is one of them and no title, as some are without a number.
  static func areNoTitle(_ text: String) -> Bool {
    contains(text) && !titles.contains(text.lowercased())
  }

  /// Whether a text is one of them, with a number or without: `1 Introduction`, `I. Introduction`, `A. Einleitung`.
  static func contains(_ text: String) -> Bool {
    let words = text.lowercased().split(separator: " ")
    func isOne(_ words: some Sequence<Substring>) -> Bool {
      names.contains(words.joined().filter(\.isLetter))
    }
    guard let first = words.first, words.count > 1 else { return isOne(words) }
    let isNumber = first.allSatisfy { $0.isNumber || $0 == "." || "ivx".contains($0) }
    let isLetter = first.count == 2 && first.last == "."
    return isOne(words) || (isNumber || isLetter) && isOne(words.dropFirst())
  }
}
