import Canvas
package import DocumentModel
import Messages

/// The contents of the annotation list.
package struct AnnotationView: Sendable {
  /// Lists annotations of all documents instead of the open one.
  package var isLibrary = false
  /// The name of the colour that listed annotations have; nil for all colours.
  package var color: String?
  package var kind: AnnotationKind?
  package var author: String?
  package var state: String?
  package var tag: String?
  /// The newest question to the library.
  package var serial = 0
  package private(set) var found: [FoundDocument] = []
  /// A partial answer to a question repeated after an edit: the rows stay until it is complete.
  private var again: [FoundDocument]?
  package var isWhole = false
  /// The question that `found` answers.
  package var foundSerial = 0

  /// Documents that are open for edits from the list of all, and for nothing else.
  var borrowed: [Borrowed] = []
  /// Keys pressed while a document was being opened.
  var heldKeys: [Key] = []
  /// Documents of edits made from the list, and of undone ones, the latest last.
  var edited: [DocumentID] = []
  var undone: [DocumentID] = []

  package init() {}

  /// A document that is open for the list alone.
  struct Borrowed: Sendable {
    var document: DocumentID
    /// A command to run on an annotation once annotations are loaded.
    var annotation: AnnotationID
    var command: AnnotationCommand?
  }

  /// A document with those of its annotations that were found.
  package struct FoundDocument: Sendable {
    package var path: String
    package var title: String
    package var waymarks: DocumentWaymarks
    package var list = AnnotationList()
    /// The number of matches beyond the listed ones.
    package var more = 0

    /// Returns the title of an annotation's section: from reading order, else by height.
    func section(of annotation: Annotation) -> String {
      if let known = annotation.anchor?.reading?.section, !known.isEmpty { return known }
      return waymarks.section(of: annotation.page, y: Double(annotation.box.y0))
    }
  }

  /// Stores results of the latest query; earlier results stay visible until then.
  mutating func take(_ portion: [DocumentAnnotations], isEnd: Bool) {
    if isWhole || foundSerial != serial {
      if again == nil { found = [] } else { again = [] }
      foundSerial = serial
    }
    var list = again ?? found
    for document in portion {
      // A document's may come in several portions.
      if list.last?.path != document.path {
        list.append(
          FoundDocument(
            path: document.path, title: document.title, waymarks: document.waymarks))
      }
      list[list.count - 1].list.add(document.annotations, detached: document.detached)
      list[list.count - 1].more += document.more
    }
    isWhole = isEnd
    if again != nil, !isEnd {
      again = list
    } else {
      found = again == nil ? list : inShownOrder(list)
      again = nil
    }
  }

  /// Expects the next answer to repeat the last query.
  mutating func awaitsAgain() { again = [] }

  /// The question is another one: its answer is shown as it comes.
  mutating func awaitsAnew() { again = nil }

  /// Keeps documents at their places, although the edited one is the newest now.
  private func inShownOrder(_ list: [FoundDocument]) -> [FoundDocument] {
    let places = Dictionary(
      found.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    return list.enumerated().sorted {
      (places[$0.element.path] ?? -1, $0.offset) < (places[$1.element.path] ?? -1, $1.offset)
    }.map(\.element)
  }

  /// Whether the list leaves out some of the annotations.
  var isFiltered: Bool {
    color != nil || kind != nil || author != nil || state != nil || tag != nil
  }

  /// Whether annotations with these parts pass the filters.
  func shows(
    kinds: @autoclosure () -> [AnnotationKind], color: @autoclosure () -> String,
    authors: @autoclosure () -> [String], states: @autoclosure () -> [String],
    tags: @autoclosure () -> [String]
  ) -> Bool {
    (self.color == nil || self.color == color()) && (kind.map { kinds().contains($0) } ?? true)
      && (author.map { authors().contains($0) } ?? true)
      && (state.map { states().contains($0) } ?? true)
      && (tag.map { tags().contains($0) } ?? true)
  }

  /// Returns the value after the chosen one; nil, meaning all, after the last.
  static func next<Value: Hashable>(after chosen: Value?, in values: [Value]) -> Value? {
    guard let chosen else { return values.first }
    return values.firstIndex(of: chosen).flatMap { values[safe: $0 + 1] }
  }
}

/// A person finds text however it is written: all of the words, in any order, letters small or large.
struct WordFilter {
  private let words: [String]

  init(_ text: String) {
    words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Whether it lets everything pass.
  var isEmpty: Bool { words.isEmpty }

  func matches(_ texts: String...) -> Bool {
    guard !words.isEmpty else { return true }
    let all = texts.joined(separator: " ").lowercased()
    return words.allSatisfy { all.contains($0) }
  }
}
