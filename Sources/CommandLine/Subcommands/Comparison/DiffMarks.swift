import Comparison
import DocumentModel
import Files
import Glibc
import Interface
import Library
import Messages
import Services
import Text
import Wire

/// Writes a copy of the new version with the changes as annotations.
struct DiffMarks {
  private let versions: VersionPair
  private let report: DiffReport

  private static let (insertedColor, deletedColor, movedColor): (UInt32, UInt32, UInt32) = (
    0x7FD88B, 0xE5484D, 0x3E9DD6
  )
  /// The most characters of deleted words in a note.
  private static let longestNote = 4_000

  init(_ versions: VersionPair, _ report: DiffReport) {
    self.versions = versions
    self.report = report
  }

  /// Writes the copy that `-o` names; the documents stay as they are.
  func write(_ parsed: Arguments) throws {
    let new = versions.new
    guard let path = new.path, new.summary.hasPages, new.summary.canAnnotate else {
      throw CommandDocument.Failure(
        sentence: "\(new.name) is no PDF file; -o writes changes into PDF files only")
    }
    let folder = ScratchFolder()
    guard let folder else {
      throw CommandDocument.Failure(
        sentence: "cannot create a temporary folder; set TMPDIR to a folder with free space")
    }
    // With a library of its own, the copy does not get the user's annotations of the new version.
    let kept = try CommandAnnotations(
      new, path: path, password: versions.password, library: folder.path + "/library")
    try DocumentTerms.check(kept.saveStatus(), new, parsed)
    let target = try CopyTarget(
      parsed.options["output"] ?? "-", replaces: parsed.options["force"] != nil)
    let changes = try annotations().map { AnnotationChange(before: nil, after: $0) }
    try kept.copy(to: target, adding: AnnotationEdit(changes))
  }

  private func annotations() throws(CommandDocument.Failure) -> [Annotation] {
    var builder = AnnotationBuilder()
    let author = Preferences.ofUser.annotationAuthor
    let now = Int64(time(nil))
    var pages = ChangedPages(versions.new, report.evidence)
    var made: [Annotation] = []
    func add(
      _ kind: AnnotationKind, _ color: UInt32, _ words: Range<Int>, note: String
    ) throws(CommandDocument.Failure) {
      let text = report.comparison.new
      for (index, place) in try pages.places(of: words, in: text).enumerated() {
        var mark = builder.new(kind, page: place.page, color: color, author: author, at: now)
        place.take(&mark)
        if index == 0 { mark.contents = CleanText.contents(note) }
        made.append(mark)
      }
    }
    for passage in report.passages {
      for (index, piece) in passage.pieces.enumerated() {
        switch piece.mark {
        case .same: continue
        case .inserted:
          let before = passage.pieces[safe: index - 1].flatMap { $0.mark == .deleted ? $0 : nil }
          try add(
            .highlight, Self.insertedColor, piece.words,
            note: before.map { "Instead of: " + deleted($0) } ?? "")
        case .moved:
          let page = report.comparison.origin(ofMoved: piece.words.lowerBound).map {
            versions.old.pageName(report.comparison.old.page(of: $0))
          }
          try add(
            .underline, Self.movedColor, piece.words,
            note: page.map { "Moved from page \($0)" } ?? "")
        case .deleted:
          if passage.pieces[safe: index + 1]?.mark == .inserted { continue }
          guard let place = try pages.place(before: passage, index, report.comparison.new) else {
            continue
          }
          var note = builder.new(
            .note, page: place.page, color: Self.deletedColor, author: author, at: now)
          note.contents = CleanText.contents("Deleted: " + deleted(piece))
          note.box = place.box
          made.append(note)
        }
      }
    }
    return made
  }

  private func deleted(_ piece: ChangedPassage.Piece) -> String {
    String(
      report.comparison.old.parts(piece.words).map(report.comparison.old.text)
        .joined(separator: "\n\n").prefix(Self.longestNote))
  }
}

/// The pages that changes are marked on, each read once.
private struct ChangedPages {
  private let document: CommandDocument
  private let evidence: DocumentEvidence
  private var last: (page: Int, content: PageContent)?

  init(_ document: CommandDocument, _ evidence: DocumentEvidence) {
    self.document = document
    self.evidence = evidence
  }

  private mutating func content(_ page: Int) throws(CommandDocument.Failure) -> PageContent {
    if let last, last.page == page { return last.content }
    guard case .text(let text) = try document.ask(.text(page: page)) else {
      return PageContent(text: PageText(), blocks: [], grid: [])
    }
    let blocks = PageComposer.compose(text, size: text.size, evidence: evidence, page: page)
    let content = PageContent(text: text, blocks: blocks, grid: [])
    last = (page, content)
    return content
  }

  /// Returns a place for each page and paragraph that words are on.
  mutating func places(
    of words: Range<Int>, in text: ComparedText
  ) throws(CommandDocument.Failure) -> [MarkPlace] {
    var places: [MarkPlace] = []
    for part in text.parts(words) {
      for (page, origins) in text.origins(of: part) {
        let content = try content(page)
        guard let range = content.flowRange(of: origins),
          let place = MarkPlace(range, of: content, page: page)
        else { continue }
        places.append(place)
      }
    }
    return places
  }

  /// Returns the place of a note on words that were deleted from a passage: at the word after them, else after the one before.
  mutating func place(
    before passage: ChangedPassage, _ index: Int, _ text: ComparedText
  ) throws(CommandDocument.Failure) -> (page: Int, box: Box)? {
    let next = passage.pieces[safe: index + 1]?.words.lowerBound
    let previous = passage.pieces[safe: index - 1].map { $0.words.upperBound - 1 }
    guard !text.words.isEmpty else { return nil }
    let word = next ?? previous ?? min(passage.position, text.words.count - 1)
    guard let (page, origins) = text.origins(of: word..<word + 1).first,
      let first = origins.first?.lowerBound, let last = origins.last?.upperBound
    else { return nil }
    let boxes = try content(page).text.boxes
    let side = Annotation.noteSide
    guard let box = boxes[safe: next == nil && previous != nil ? last - 1 : first] else {
      return nil
    }
    let x = next == nil && previous != nil ? box.x1 : box.x0 - side / 2
    return (page, Box(x: max(0, x), y: max(0, box.y0 - side), width: side, height: side))
  }
}
