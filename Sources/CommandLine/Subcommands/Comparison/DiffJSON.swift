import Comparison
import DocumentModel
import Services
import Text

/// Writes changes as JSON, one per line.
struct DiffJSON {
  private let versions: VersionPair
  private let report: DiffReport
  private let context: Int

  init(_ versions: VersionPair, _ report: DiffReport, context: Int) {
    self.versions = versions
    self.report = report
    self.context = context
  }

  func write() {
    for passage in report.passages {
      for change in report.comparison.changes(in: passage) {
        guard Output.write(json(change).text + "\n") else { return }
      }
    }
    for figure in report.figures {
      guard Output.write(JSON.object(figure.json(versions)).text + "\n") else { return }
    }
    for annotation in report.annotations {
      guard Output.write(JSON.object(annotation.json(versions.old)).text + "\n") else { return }
    }
  }

  private func json(_ change: TextChange) -> JSON {
    let (old, new) = (report.comparison.old, report.comparison.new)
    return .object([
      ("kind", .string(change.kind.rawValue)),
      ("old", change.old.map { side($0, old, versions.old) } ?? .null),
      ("new", change.new.map { side($0, new, versions.new) } ?? .null),
      ("before", .string(change.before.map { new.line($0.suffix(context)) } ?? "")),
      ("after", .string(change.after.map { new.line($0.prefix(context)) } ?? "")),
    ])
  }

  private func side(
    _ words: Range<Int>, _ text: ComparedText, _ document: CommandDocument
  ) -> JSON {
    let first = words.lowerBound
    let paragraph = text.paragraph(of: first)
    let page = document.summary.hasPages ? text.page(of: first) : nil
    var members = JSON.page(
      page, label: page.map(document.pageLabel) ?? document.printedPage(of: first, in: text))
    if let line = paragraph.line { members.append(("line", .count(line))) }
    members += [("words", .count(words.count)), ("text", .string(text.line(words)))]
    if let row = paragraph.row {
      members += [
        ("table", .count(row.table + 1)), ("row", .count(row.row + 1)),
        ("column", .count(text.column(of: first) + 1)),
      ]
    }
    return .object(members)
  }
}

extension ComparedText {
  /// Returns the column of a word in the row of a table, from 0.
  func column(of word: Int) -> Int {
    paragraph(of: word).flow.scalars[..<words[word].range.lowerBound].count { $0 == 0x09 }
  }
}
