import Comparison
import DocumentModel
import Interface
import Services
import Terminal
import Text

/// Changes as lines for a person: the place, then the words with those around them.
struct DiffListing {
  private let versions: VersionPair
  private let report: DiffReport
  private let context: Int
  private let isColored = Emphasis.isWanted
  private let places: DiffPlaces

  init(_ versions: VersionPair, _ report: DiffReport, context: Int) {
    self.versions = versions
    self.report = report
    self.context = context
    places = DiffPlaces(versions, report.comparison)
  }

  func write() {
    guard !report.isSame || !report.figures.isEmpty || !report.annotations.isEmpty else { return }
    guard
      tell(strong("--- \(Output.shown(versions.old.name))\n+++ \(Output.shown(versions.new.name))"))
    else { return }
    var last = ""
    for passage in report.passages {
      let place = places.name(of: passage)
      if place != last {
        guard tell("\n" + strong(place)) else { return }
      }
      last = place
      guard tell("  " + words(of: passage)) else { return }
    }
    for figure in report.figures {
      guard tell("\n" + strong(places.name(of: figure)) + "\n  " + figure.words) else { return }
    }
    if !report.annotations.isEmpty {
      guard tell("\n" + strong("annotations on changed words")) else { return }
      for annotation in report.annotations {
        guard tell("  " + annotation.line(versions.old)) else { return }
      }
    }
    tell("\n" + faint(report.summary))
  }

  @discardableResult
  private func tell(_ lines: String) -> Bool {
    isColored ? Output.write(styled: lines + "\n") : Output.write(lines + "\n")
  }

  private func strong(_ text: String) -> String { isColored ? Emphasis.strong(text) : text }
  private func faint(_ text: String) -> String { isColored ? Emphasis.faint(text) : text }

  /// Returns a passage with its changes marked; words farther from them than the context are left out.
  private func words(of passage: ChangedPassage) -> String {
    let pieces = passage.pieces
    var line = ""
    for (index, piece) in pieces.enumerated() {
      let words = words(of: piece, isFirst: index == 0, isLast: index + 1 == pieces.count)
      let isReplacement = piece.mark == .inserted && pieces[safe: index - 1]?.mark == .deleted
      if !line.isEmpty, !words.isEmpty, !isReplacement, followsBlank(piece) { line += " " }
      line += words
    }
    return line
  }

  /// Whether a blank is between the piece and the word before it; ideographs have none.
  private func followsBlank(_ piece: ChangedPassage.Piece) -> Bool {
    let text = piece.mark == .deleted ? report.comparison.old : report.comparison.new
    let first = piece.words.lowerBound
    return first == 0 || text.line(first - 1..<first + 1).contains(" ")
  }

  private func words(of piece: ChangedPassage.Piece, isFirst: Bool, isLast: Bool) -> String {
    let comparison = report.comparison
    let text = piece.mark == .deleted ? comparison.old : comparison.new
    switch piece.mark {
    case .same:
      return shortened(piece.words, of: text, isFirst: isFirst, isLast: isLast)
    case .deleted: return marked("[-", text.line(piece.words), "-]", Emphasis.deleted)
    case .inserted: return marked("{+", text.line(piece.words), "+}", Emphasis.inserted)
    case .moved:
      let origin = comparison.origin(ofMoved: piece.words.lowerBound)
      let place = origin.map { places.old(of: $0) } ?? ""
      let words = shortened(piece.words, of: text, isFirst: false, isLast: false)
      return (place.isEmpty ? "" : "(moved from \(place)) ")
        + marked("{=", words, "=}", Emphasis.moved)
    }
  }

  private func marked(
    _ open: String, _ words: String, _ close: String, _ color: (String) -> String
  ) -> String {
    isColored ? color(words) : open + words + close
  }

  /// Leaves out the middle of a long run of words, or its outer end at the start or end of a passage.
  private func shortened(
    _ words: Range<Int>, of text: ComparedText, isFirst: Bool, isLast: Bool
  ) -> String {
    let (head, tail) = (isFirst ? 0 : context, isLast ? 0 : context)
    guard words.count > head + tail + 2 else { return text.line(words) }
    let parts = [
      text.line(words.prefix(head)), "…", text.line(words.suffix(tail)),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: " ")
  }
}

extension ComparedText {
  /// Returns words on one line, as they are printed.
  func line(_ words: Range<Int>) -> String {
    parts(words).map { part in
      Output.line(text(part).split(separator: "\t").joined(separator: " | "))
    }.joined(separator: " ¶ ")
  }
}
