package import Annotating
package import DocumentModel
import Foundation
package import Annotating

/// Reads and makes documents of plain words in place of real ones: a head, pages of lines, and readable sections after them.
package struct StandInWorker: AnnotationWorker {
  /// Annotations on all pages of a step; with more they have too many.
  private let most: Int
  /// Changes of a step; with more it is too large.
  private let mostChanges: Int
  private let asked: @Sendable (AnnotationEdit) -> Void
  /// Those that do not read back as they are written.
  private let odd: Set<String>
  /// Sums of the images that bytes are said to have.
  private let images: @Sendable ([UInt8]) -> [UInt64]

  /// `asked` is called for each section that is asked for.
  package init(
    most: Int = .max, mostChanges: Int = .max, odd: Set<String> = [],
    asked: @escaping @Sendable (AnnotationEdit) -> Void = { _ in },
    images: @escaping @Sendable ([UInt8]) -> [UInt64] = { _ in [] }
  ) {
    self.most = most
    self.mostChanges = mostChanges
    self.asked = asked
    self.odd = odd
    self.images = images
  }

  private func bytes(_ source: AnnotationSource) throws(SaveBlocker) -> [UInt8] {
    if let bytes = source.bytes { return bytes }
    guard let data = FileManager.default.contents(atPath: source.path) else { throw .noFile }
    return Array(data)
  }

  private func document(_ source: AnnotationSource) throws(SaveBlocker) -> StandInDocument {
    guard let document = StandInDocument(try bytes(source)) else { throw .damaged }
    return document
  }

  package func read(_ source: AnnotationSource) throws(SaveBlocker) -> AnnotationReading {
    let document = try document(source)
    return AnnotationReading(
      annotations: document.annotations, pageCount: document.pages.count,
      permanentID: document.id, made: document.made)
  }

  package func text(
    of pages: Range<Int>, _ source: AnnotationSource
  ) throws(SaveBlocker) -> [PageText?] {
    let document = try document(source)
    return pages.map { $0 < document.pages.count ? document.text(of: $0) : nil }
  }

  package func images(
    of pages: Range<Int>, _ source: AnnotationSource
  ) throws(SaveBlocker) -> [[UInt64]] {
    let sums = images(try bytes(source))
    return pages.map { $0 == 0 ? sums : [] }
  }

  package func section(
    for base: AnnotationSource, _ step: AnnotationEdit, isCopy: Bool
  ) throws(SaveBlocker) -> [UInt8] {
    asked(step)
    guard step.changes.count <= mostChanges else { throw .tooLarge }
    let pages = Set(step.changes.flatMap { [$0.before?.page, $0.after?.page] })
    guard try document(base).annotations.count(where: { pages.contains($0.page) }) <= most else {
      throw .tooManyAnnotations
    }
    return StandInDocument.section(step.changes)
  }

  package func verify(
    _ section: [UInt8], after base: AnnotationSource, _ step: AnnotationEdit
  ) throws(SaveBlocker) -> SectionVerifiers {
    var whole = base
    whole.bytes = try bytes(base) + section
    let now = Set(try document(whole).annotations)
    for change in step.changes {
      if let id = change.id, odd.contains(id.name) { throw .unverified }
      if let after = change.after, !now.contains(after) { throw .unverified }
      if change.after == nil, now.contains(where: { $0.id == change.id }) { throw .unverified }
    }
    return .twice
  }

  package func repaired(_ source: AnnotationSource) throws(SaveBlocker) -> [UInt8] {
    throw .damaged
  }
}

/// A document of words: `%STAND id made`, pages parted by form feeds, `%%EOF`; then sections of changes, each with its own end.
package struct StandInDocument {
  package var id: String
  package var made: String
  package var pages: [[String]]
  package var annotations: [Annotation] = []

  package init(id: String, made: String, pages: [[String]]) {
    self.id = id
    self.made = made
    self.pages = pages
  }

  private static let mark = "\n%SECTION "
  private static let end = "\n%%EOF\n"

  /// nil where the bytes are no such document, or not all of one.
  package init?(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), text.hasPrefix("%STAND "),
      text.hasSuffix(Self.end)
    else { return nil }
    var parts = text.components(separatedBy: Self.end)
    guard parts.removeLast().isEmpty, !parts.isEmpty else { return nil }
    let head = parts.removeFirst()
    guard let lineEnd = head.firstIndex(of: "\n") else { return nil }
    let words = head[..<lineEnd].split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3 else { return nil }
    id = String(words[1])
    made = String(words[2])
    pages = head[head.index(after: lineEnd)...].components(separatedBy: "\u{0C}")
      .map { $0.components(separatedBy: "\n") }
    for part in parts {
      guard part.hasPrefix(Self.mark),
        let changes = try? JSONDecoder().decode(
          [AnnotationChange].self, from: Data(part.dropFirst(Self.mark.count).utf8))
      else { return nil }
      apply(changes)
    }
  }

  package mutating func apply(_ changes: [AnnotationChange]) {
    for change in changes {
      let place = annotations.firstIndex { $0.id == change.id }
      switch (place, change.after) {
      case (let place?, let after?): annotations[place] = after
      case (let place?, nil): annotations.remove(at: place)
      case (nil, let after?): annotations.append(after)
      case (nil, nil): break
      }
    }
  }

  package static func section(_ changes: [AnnotationChange]) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = (try? encoder.encode(changes)) ?? Data()
    return Array(mark.utf8) + Array(text) + Array(end.utf8)
  }

  /// Its bytes without any section.
  package var bytes: [UInt8] {
    let body = pages.map { $0.joined(separator: "\n") }.joined(separator: "\u{0C}")
    return Array("%STAND \(id) \(made)\n\(body)\(Self.end)".utf8)
  }

  /// Letters five points wide, lines twelve apart.
  package func text(of page: Int) -> PageText {
    var text = PageText(
      runs: [StyleRun(start: 0, style: 0)], styles: [TextStyle()],
      size: PageSize(width: 600, height: 800))
    for (number, line) in pages[page].enumerated() {
      var x: Float = 60
      let y = Float(60 + number * 12)
      for scalar in line.unicodeScalars {
        text.scalars.append(scalar.value)
        text.boxes.append(Box(x0: x, y0: y, x1: x + 5, y1: y + 11))
        x += 5
      }
      text.scalars.append(0x0A)
      text.boxes.append(Box(x0: x, y0: y + 11, x1: x, y1: y + 11))
    }
    return text
  }

  /// The quadrilaterals over the first place of some words, and its page; nil where there is none.
  package func quads(over words: String) -> (page: Int, quads: [Quad])? {
    for (page, lines) in pages.enumerated() {
      for (number, line) in lines.enumerated() {
        guard let range = line.range(of: words) else { continue }
        let start = line.distance(from: line.startIndex, to: range.lowerBound)
        let count = line.distance(from: range.lowerBound, to: range.upperBound)
        let x = Float(60 + start * 5)
        let y = Float(60 + number * 12)
        return (page, [Quad(Box(x0: x, y0: y, x1: x + Float(count * 5), y1: y + 11))])
      }
    }
    return nil
  }

  /// A highlight over some words.
  package func highlight(_ words: String, id: String, contents: String = "") -> Annotation? {
    guard let (page, quads) = quads(over: words), let first = quads.first else { return nil }
    return Annotation(
      id: AnnotationID(id), page: page, kind: .highlight, box: first.box, quads: quads,
      color: 0xFFD400, contents: contents, author: "Tester")
  }

  /// Sentences that are all different, broken into lines of a width and pages of so many lines.
  package static func made(
    id: String, made: String, sentences: Range<Int>, width: Int = 60, lines: Int = 30
  ) -> StandInDocument {
    let nouns = ["river", "garden", "engine", "letter", "mountain", "window", "market", "harbour"]
    let verbs = ["carries", "watches", "repairs", "remembers", "divides", "colours", "follows"]
    var rows: [String] = []
    var row = ""
    for number in sentences {
      let sentence =
        "Sentence \(number * 7919 % 10_007) says the \(nouns[number % 8]) \(verbs[number % 7]) a \(nouns[number / 8 % 8])."
      for word in sentence.split(separator: " ") {
        if row.count + word.count + 1 > width {
          rows.append(row)
          row = ""
        }
        row += (row.isEmpty ? "" : " ") + word
      }
    }
    rows.append(row)
    let pages = stride(from: 0, to: rows.count, by: lines).map {
      Array(rows[$0..<min(rows.count, $0 + lines)])
    }
    return StandInDocument(id: id, made: made, pages: pages)
  }
}
