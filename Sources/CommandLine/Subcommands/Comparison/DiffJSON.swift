import Comparison
import DocumentModel
import Services
import Text

/// Changes as JSON, a line each.
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
      for change in changes(in: passage) {
        guard Output.write(JSON.object(change).text + "\n") else { return }
      }
    }
    for figure in report.figures {
      guard Output.write(JSON.object(figure.json(versions)).text + "\n") else { return }
    }
    for annotation in report.annotations {
      guard Output.write(JSON.object(annotation.json(versions.old)).text + "\n") else { return }
    }
  }

  /// Returns an object for each run of changes; deleted words with the inserted ones after them are replaced.
  private func changes(in passage: ChangedPassage) -> [[(String, JSON)]] {
    var found: [[(String, JSON)]] = []
    let pieces = passage.pieces
    var index = 0
    while index < pieces.count {
      defer { index += 1 }
      let piece = pieces[index]
      guard piece.mark != .same else { continue }
      let before = text(pieces[safe: index - 1], isBefore: true)
      let next = pieces[safe: index + 1]
      if piece.mark == .deleted, let next, next.mark == .inserted {
        index += 1
        found.append(
          members("replaced", old: piece.words, new: next.words)
            + around(before, pieces[safe: index + 1]))
      } else if piece.mark == .deleted {
        found.append(members("deleted", old: piece.words, new: nil) + around(before, next))
      } else if piece.mark == .inserted {
        found.append(members("inserted", old: nil, new: piece.words) + around(before, next))
      } else {
        let start = report.comparison.origin(ofMoved: piece.words.lowerBound)
        found.append(
          members("moved", old: start.map { $0..<$0 + piece.words.count }, new: piece.words)
            + around(before, next))
      }
    }
    return found
  }

  private func around(_ before: String, _ next: ChangedPassage.Piece?) -> [(String, JSON)] {
    [("before", .string(before)), ("after", .string(text(next, isBefore: false)))]
  }

  /// Returns the words of an unchanged piece that are next to a change.
  private func text(_ piece: ChangedPassage.Piece?, isBefore: Bool) -> String {
    guard let piece, piece.mark == .same else { return "" }
    return report.comparison.new.line(
      isBefore ? piece.words.suffix(context) : piece.words.prefix(context))
  }

  private func members(
    _ kind: String, old: Range<Int>?, new: Range<Int>?
  ) -> [(String, JSON)] {
    let comparison = report.comparison
    return [
      ("kind", .string(kind)),
      ("old", old.map { side($0, comparison.old, versions.old) } ?? .null),
      ("new", new.map { side($0, comparison.new, versions.new) } ?? .null),
    ]
  }

  private func side(
    _ words: Range<Int>, _ text: ComparedText, _ document: CommandDocument
  ) -> JSON {
    let first = words.lowerBound
    let paragraph = text.paragraph(of: first)
    let page = document.summary.hasPages ? text.page(of: first) : nil
    var members = JSON.page(page, label: page.map(document.pageLabel) ?? "")
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
