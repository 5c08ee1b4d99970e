import DocumentModel
import Wire

/// The form of the open document, read page by page as it is asked for.
final class OpenForm {
  private let reader: FormReader

  /// Widgets of an answer beyond which no further page is read for it.
  private static let enough = 5_000
  private static let longest = Duration.milliseconds(60)
  private static let mostBytes = 24 << 20

  init(_ reader: AnnotationReader) {
    self.reader = FormReader(reader)
  }

  /// Returns as many pages of the range as fit into one answer, at least one; a field is repeated for each page
  /// with its widgets there.
  func portion(_ range: Range<Int>) -> FormPortion {
    var portion = FormPortion(next: range.upperBound)
    guard !range.isEmpty, reader.form != nil else { return portion }
    portion.next = range.lowerBound
    let end = ContinuousClock.now + Self.longest
    var gathering = Gathering()
    let reader = reader
    reader.tree.walk(from: range.lowerBound) { index, page in
      guard index < range.upperBound else { return false }
      let found = reader.widgets(on: page, index: index, most: Limit.widgets - gathering.count)
      for widget in found {
        guard let head = reader.head(of: widget.field) else { continue }
        gathering.add(widget.widget, of: head.field)
      }
      portion.next = index + 1
      return gathering.count < Self.enough && gathering.size < Self.mostBytes
        && ContinuousClock.now < end
    }
    // The tree has fewer pages than the document is said to have.
    if portion.next == range.lowerBound { portion.next = range.upperBound }
    portion.fields = gathering.fields
    portion.leftOut = gathering.leftOut
    return portion
  }

  /// Fields with their widgets, each once, as far as they go into an answer.
  private struct Gathering {
    private(set) var fields: [FormField] = []
    private(set) var count = 0
    private(set) var size = 0
    private(set) var leftOut = 0
    private var places: [FieldID: Int] = [:]

    mutating func add(_ widget: FieldWidget, of field: FormField) {
      let own = 64 + widget.state.utf8.count + widget.words.utf8.count
      let whole = places[field.id] == nil ? Self.size(field) : 0
      guard size + own + whole < Limit.shared - (1 << 20) else {
        leftOut += 1
        return
      }
      size += own + whole
      count += 1
      let place = places[field.id] ?? fields.count
      if place == fields.count {
        places[field.id] = place
        fields.append(field)
      }
      fields[place].widgets.append(widget)
      if fields[place].value.isEmpty, field.kind.isSwitch { fields[place].value = field.value }
    }

    private static func size(_ field: FormField) -> Int {
      100 + field.id.name.utf8.count + field.label.utf8.count
        + field.value.reduce(0) { $0 + 8 + $1.utf8.count }
        + field.options.reduce(0) { $0 + 16 + $1.value.utf8.count + $1.words.utf8.count }
    }
  }
}
