package import DocumentModel

/// The form of an open document: its fields, and the places where they stand.
package struct FormList: Sendable {
  /// A place of a field.
  package struct Stop: Sendable, Hashable {
    package var id: FieldID
    /// Which of the field's places.
    package var widget: Int
  }

  private var fields: [FieldID: FormField] = [:]
  private var stops: [Int: [Stop]] = [:]
  /// The place gone to last.
  package var current: Stop?
  /// Fields that the pictures of this generation show as they were.
  package private(set) var undrawn: Set<FieldID> = []
  /// Those that the pictures of the generation before lack, of those this one shows.
  package private(set) var drawnLast: Set<FieldID> = []
  /// Those of them that are in the file that is being opened to be drawn.
  private var drawing: Set<FieldID> = []
  /// That what the file has of programs is not run has been said.
  var hasToldScripts = false

  package init() {}

  package var isEmpty: Bool { fields.isEmpty }
  package var count: Int { fields.count }

  package subscript(id: FieldID) -> FormField? { fields[id] }

  package func widget(of stop: Stop) -> FieldWidget? { fields[stop.id]?.widgets[safe: stop.widget] }

  package var pages: [Int] { stops.keys.sorted() }

  /// The places on a page, row by row from the left.
  package func stops(on page: Int) -> [Stop] { stops[page] ?? [] }

  /// Those that a person fills in, in the order they are read.
  package var fillable: [Stop] {
    pages.flatMap { stops(on: $0) }.filter { fields[$0.id]?.isFillable == true }
  }

  /// Takes in all fields; gives the pages on which something stands otherwise than it did.
  mutating func take(_ all: [FormField]) -> Set<Int> {
    var changed: Set<Int> = []
    var known: [FieldID: FormField] = [:]
    for field in all {
      known[field.id] = field
      if fields[field.id] != field { changed.formUnion(field.widgets.map(\.page)) }
    }
    for (id, field) in fields where known[id] == nil {
      changed.formUnion(field.widgets.map(\.page))
    }
    guard !changed.isEmpty else { return [] }
    fields = known
    var found: [Int: [(stop: Stop, box: Box)]] = [:]
    for field in all {
      for (index, widget) in field.widgets.enumerated() where !widget.isHidden {
        found[widget.page, default: []].append((Stop(id: field.id, widget: index), widget.box))
      }
    }
    stops = found.mapValues { Self.rows($0) }
    if let current, widget(of: current) == nil { self.current = nil }
    return changed
  }

  /// Row by row: what begins within half its height of the row's first is in it.
  private static func rows(_ all: [(stop: Stop, box: Box)]) -> [Stop] {
    var rows: [[(stop: Stop, box: Box)]] = []
    for one in all.sorted(by: { ($0.box.y0, $0.box.x0) < ($1.box.y0, $1.box.x0) }) {
      let middle = Float(one.box.middle.y)
      if let first = rows.last?.first?.box, middle < first.y1, first.height < 2 * one.box.height + 4
      {
        rows[rows.count - 1].append(one)
      } else {
        rows.append([one])
      }
    }
    return rows.flatMap { $0.sorted { $0.box.x0 < $1.box.x0 }.map(\.stop) }
  }

  /// Takes in what was filled in; gives the pages it stands on.
  mutating func apply(_ changes: [FieldChange]) -> Set<Int> {
    var pages: Set<Int> = []
    for change in changes {
      guard let field = fields[change.id] else { continue }
      fields[change.id]?.value = change.after
      undrawn.insert(change.id)
      // Changed once more, it is not as the file has it.
      drawing.remove(change.id)
      pages.formUnion(field.widgets.map(\.page))
    }
    return pages
  }

  /// The file is opened anew with all that was filled in until now.
  mutating func beginDrawing() { drawing = undrawn }

  /// It is open: its pictures show what it has.
  mutating func renew() {
    undrawn.subtract(drawing)
    drawnLast = drawing
    drawing = []
  }
}
