import Canvas
import DocumentModel
import Foundation
import Interface
import Messages
import Text

/// A book whose annotations are kept as soon as they are made.
struct AnnotatedBook {
  var book: Book
  /// The requests made to annotations, without loading.
  var asked: [AnnotationEffect] = []
  private var isKept = true

  init(pages: Int = 3, size: Size = Size(width: 80, height: 24), lines: Int = 12) {
    book = Book(pages: pages, lines: lines, size: size)
    prepare()
  }

  init(_ book: Book) {
    self.book = book
    prepare()
  }

  private mutating func prepare() {
    book.state.annotating.builder.counter = 1
    book.state.preferences.annotationAuthor = "me"
    book.state.environment.now = 1_800_000_000
    book.state.bindAnnotationColors()
    load([])
  }

  var state: State {
    get { book.state }
    set { book.state = newValue }
  }

  var list: AnnotationList { state.documents[0].annotations }

  mutating func load(
    _ annotations: [Annotation], saveStatus: SaveStatus = SaveStatus()
  ) {
    tell(
      .news(book.id, generation: 1, .loaded(annotations, saveStatus)))
    tell(.news(book.id, generation: 1, .saveStatus(saveStatus)))
  }

  mutating func tell(_ message: AnnotationMessage) {
    _ = state.update(.annotations(message))
  }

  /// Presses keys; edits are stored at once, unless they are to wait.
  @discardableResult
  mutating func press(_ keys: String..., keeping: Bool = true) -> [Effect] {
    keys.flatMap { key in
      let effects = book.press(key)
      take(effects, keeping: keeping)
      return effects
    }
  }

  mutating func type(_ text: String) {
    for scalar in text.unicodeScalars { _ = state.update(.input(.key(Key(scalar)))) }
  }

  mutating func mouse(_ action: Mouse.Action, x: Int, y: Int, within: Mouse.Within? = nil) {
    take(
      state.update(.input(.mouse(Mouse(action, x: x, y: y, within: within)))), keeping: true)
  }

  private mutating func take(_ effects: [Effect], keeping: Bool) {
    for case .annotations(let effect) in effects {
      if case .load = effect { continue }
      asked.append(effect)
      guard keeping, case .edit(let id, let generation, let step, _) = effect else { continue }
      var saveStatus = list.saveStatus
      saveStatus.isSaved = false
      saveStatus.canUndo = true
      tell(.news(id, generation: generation, .changed(step.changes, page: nil, saveStatus)))
    }
  }

  /// The steps that were to be kept.
  var steps: [AnnotationEdit] {
    asked.compactMap { if case .edit(_, _, let step, _) = $0 { step } else { nil } }
  }

  var rows: [String] { book.rows }
  var status: String { book.rows.last ?? "" }

  func style(of text: String) -> Style? {
    let surface = state.view()
    for (y, row) in rows.enumerated() {
      guard let range = row.range(of: text) else { continue }
      return surface[x: row.distance(from: row.startIndex, to: range.lowerBound), y: y].style
    }
    return nil
  }

  /// A highlight on a line of a page, as another person made it.
  static func highlight(
    _ id: String, page: Int = 0, line: Int, from: Int = 0, to: Int = 4, note: String = "",
    color: UInt32 = 0xFFDD4A, author: String = "R. Reviewer"
  ) -> Annotation {
    let box = Box(
      x0: Float(from) * 5, y0: Float(line) * 20, x1: Float(to) * 5, y1: Float(line) * 20 + 12)
    return Annotation(
      id: AnnotationID(id), page: page, kind: .highlight, box: box, quads: [Quad(box)],
      color: color, contents: note, author: author)
  }
}
