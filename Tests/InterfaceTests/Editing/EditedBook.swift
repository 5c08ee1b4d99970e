import Canvas
import DocumentModel
import Interface
import Messages

/// A book in the grid of its pages, whose edits are done when the test says so.
struct EditedBook {
  var book: Book
  /// The edits requested of documents.
  var asked: [EditEffect] = []
  var id: DocumentID { book.id }

  init(pages: Int = 6) {
    book = Book(pages: pages)
    _ = book.state.update(
      .pictureTerms(PictureTerms(.pixels, cell: .init(width: 10, height: 20))))
  }

  var state: State {
    get { book.state }
    set { book.state = newValue }
  }

  var document: Document { state.documents[0] }
  var cursor: Int? { state.pictures.overview?.cursor }
  var status: String { book.rows.last ?? "" }

  @discardableResult
  mutating func press(_ keys: String...) -> [Effect] {
    let effects = keys.flatMap { book.press($0) }
    take(effects)
    return effects
  }

  mutating func type(_ text: String) {
    for scalar in text.unicodeScalars { take(state.update(.input(.key(Key(scalar))))) }
  }

  private mutating func take(_ effects: [Effect]) {
    for case .edit(let effect) in effects { asked.append(effect) }
  }

  /// The work of the last edit that was asked for, and its number.
  var last: (serial: Int, change: EditCommand, path: String?, isWarned: Bool)? {
    for case .edit(_, _, let serial, let change, let path, let isWarned) in asked.reversed() {
      return (serial, change, path, isWarned)
    }
    return nil
  }

  /// The edit is done: the file is written, opened again and read.
  mutating func finish(
    _ rearrangement: PageRearrangement?, pages: Int, versions: (String, String) = ("1", "2"),
    returned: EditArrival.Returned? = nil, label: String = ""
  ) {
    guard let serial = last?.serial else { return }
    let arrival = EditArrival(
      before: versions.0, after: versions.1, rearrangement, returned: returned)
    take(state.update(.edits(.edited(id, serial: serial, arrival))))
    let generation = document.newestGeneration
    take(
      state.update(
        .opened(
          id, generation: generation,
          .success(DocumentSummary(pageCount: pages, title: "Book")))))
    take(
      state.update(
        .pages(
          id, generation: generation, first: 0,
          (0..<pages).map { _ in PageInfo(label: label, size: PageSize(width: 600, height: 800)) }))
    )
  }

  mutating func refuse(_ sentence: String, _ reason: EditRefusal.Reason? = nil) {
    guard let serial = last?.serial else { return }
    take(state.update(.edits(.refused(id, serial: serial, sentence, reason))))
  }
}
