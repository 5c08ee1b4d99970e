/// Writes and escapes BibTeX.
package enum BibTeX {
  /// Returns an entry with the fields that are known; `key` is its citation key.
  package static func entry(_ record: BibliographicRecord, key: String) -> String {
    let type = types.first { $0.csl == record.type }?.bibTeX ?? "misc"
    let isPreprint = !record[.arxiv].isEmpty
    let fields: [(String, String)] =
      [
        ("author", names(record.authors)),
        // Braces keep the title's capitals.
        ("title", record[.title].isEmpty ? "" : "{" + escaped(record[.title]) + "}"),
        (venueField[type] ?? "howpublished", escaped(record[.venue])),
        ("year", escaped(record[.year])), ("volume", escaped(record[.volume])),
        ("number", escaped(record[.issue])),
        ("pages", escaped(record[.pages]).replacing("–", with: "--")),
        ("publisher", escaped(record[.publisher])), ("isbn", escaped(record[.isbn])),
        ("doi", verbatim(record[.doi])), ("eprint", verbatim(record[.arxiv])),
        ("archiveprefix", isPreprint ? "arXiv" : ""),
      ]
    let lines = fields.filter { !$0.1.isEmpty }.map { "  \($0) = {\($1)},\n" }
    let safe = key.filter { !" {}(),\"#%'=~\\".contains($0) }
    return "@\(type){\(safe),\n\(lines.joined())}\n"
  }

  /// Entry types and the types of CSL they correspond to; the first of a type is written.
  package static let types: [(bibTeX: String, csl: String)] = [
    ("article", "article-journal"), ("inproceedings", "paper-conference"),
    ("conference", "paper-conference"), ("book", "book"), ("proceedings", "book"),
    ("booklet", "book"), ("inbook", "chapter"), ("incollection", "chapter"),
    ("phdthesis", "thesis"), ("mastersthesis", "thesis"), ("thesis", "thesis"),
    ("techreport", "report"), ("report", "report"), ("misc", "article"),
    ("unpublished", "article"), ("online", "article"),
  ]

  private static let venueField = [
    "article": "journal", "inproceedings": "booktitle", "inbook": "booktitle",
    "phdthesis": "school", "techreport": "institution",
  ]

  private static func names(_ authors: [PersonName]) -> String {
    authors.map { name in
      // A name of one part, such as an institution's, is kept together.
      let surname = escaped(name.surname)
      let isWhole = name.given.isEmpty && name.surname.contains(" ")
      let parts = isWhole ? "{\(surname)}" : escaped(name.inverted)
      return parts.replacing(" and ", with: " {and} ")
    }.joined(separator: " and ")
  }

  /// Returns a text with the signs escaped that TeX interprets; braces are dropped, because they must balance.
  package static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, sign in
      switch sign {
      case "{", "}": break
      case "\\": result += "\\textbackslash{}"
      case "~": result += "\\textasciitilde{}"
      case "^": result += "\\textasciicircum{}"
      case "&", "%", "$", "#", "_": result += "\\" + String(sign)
      default: result.append(sign)
      }
    }
  }

  /// Styles pass identifiers to commands that read them as they are.
  private static func verbatim(_ text: String) -> String {
    text.filter { !"{}\\%".contains($0) && !$0.isWhitespace }
  }
}
