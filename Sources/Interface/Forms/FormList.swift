package import DocumentModel

/// The form of an open document: its fields and their places on the pages.
package struct FormList: Sendable {
  /// A place of a field on a page.
  package struct Stop: Sendable, Hashable {
    package var id: FieldID
    /// The index of the place among the field's widgets.
    package var widget: Int
  }

  private var fields: [FieldID: FormField] = [:]
  private var stops: [Int: [Stop]] = [:]
  /// The current place.
  package var current: Stop?
  /// Fields whose values have changed since the current generation was drawn.
  package private(set) var undrawn: Set<FieldID> = []
  /// Fields whose values are in the current images but not in the previous ones.
  package private(set) var drawnLast: Set<FieldID> = []
  /// Fields of `undrawn` whose values are in the file that is being opened.
  private var drawing: Set<FieldID> = []
  /// Whether the user has been informed that scripts are not run.
  var hasReportedScripts = false

  package init() {}

  package var isEmpty: Bool { fields.isEmpty }
  package var count: Int { fields.count }

  package subscript(id: FieldID) -> FormField? { fields[id] }

  /// All fields by name.
  var all: [FormField] { fields.values.sorted { $0.id < $1.id } }

  package func widget(of stop: Stop) -> FieldWidget? { fields[stop.id]?.widgets[safe: stop.widget] }

  package var pages: [Int] { stops.keys.sorted() }

  /// Returns the places on a page, row by row from left to right.
  package func stops(on page: Int) -> [Stop] { stops[page] ?? [] }

  /// The places of fields the user can fill in, in reading order.
  package var fillable: [Stop] {
    pages.flatMap { stops(on: $0) }.filter { fields[$0.id]?.isFillable == true }
  }

  /// Replaces all fields; returns the pages on which something has changed.
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

  /// Orders places by rows; a place belongs to a row if its middle lies above the
  /// lower edge of the row's first place.
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

  /// Applies changed values; returns the pages that show them.
  mutating func apply(_ changes: [FieldChange]) -> Set<Int> {
    var pages: Set<Int> = []
    for change in changes {
      guard let field = fields[change.id] else { continue }
      fields[change.id]?.value = change.after
      undrawn.insert(change.id)
      // A field changed again differs from the file being opened.
      drawing.remove(change.id)
      pages.formUnion(field.widgets.map(\.page))
    }
    return pages
  }

  /// Notes that a new generation with all values so far is being opened.
  mutating func beginDrawing() { drawing = undrawn }

  /// Notes that the new generation is open and its images show the values.
  mutating func renew() {
    undrawn.subtract(drawing)
    drawnLast = drawing
    drawing = []
  }
}
