/// The position of a field in the text of a page.
package struct PlacedField: Sendable, Hashable {
  package var id: FieldID
  /// The index of the widget in the field's `widgets`.
  package var widget: Int
  /// Indices into the page's scalars.
  package var range: Range<Int>
}

extension PageText {
  /// Returns the page text with the current value of each field in its place: `[x]`, `(•)`, `[words]`.
  ///
  /// Text the file draws under the widgets becomes blank. Existing scalars keep their indices; the fields' scalars are appended.
  package func filled(
    with fields: [FormField], page: Int
  ) -> (text: PageText, fields: [PlacedField]) {
    var filled = self
    var placed: [PlacedField] = []
    let widgets = fields.flatMap { field in
      field.widgets.enumerated().filter { $0.element.page == page && !$0.element.isHidden }
        .map { (field: field, index: $0.offset, widget: $0.element) }
    }.prefix(Self.mostFields)
    guard !widgets.isEmpty, blocks == nil else { return (self, []) }
    filled.blank(under: widgets.filter { $0.field.kind.isFilled }.map(\.widget.box))
    var marks = FieldMarks(styles: filled.styles)
    for (field, index, widget) in widgets {
      let lines = field.marks(of: widget)
      guard !lines.isEmpty, widget.box.width > 0, widget.box.height > 0 else { continue }
      let start = filled.scalars.count + marks.scalars.count
      marks.add(
        lines, in: widget.box, isOneLine: !field.flags.contains(.multiline) && field.kind != .list)
      let end = filled.scalars.count + marks.scalars.count - 1
      placed.append(PlacedField(id: field.id, widget: index, range: start..<end))
    }
    if !filled.scalars.isEmpty {
      filled.scalars.append(0x0A)
      filled.boxes.append(.zero)
      placed = placed.map {
        PlacedField(
          id: $0.id, widget: $0.widget, range: $0.range.lowerBound + 1..<$0.range.upperBound + 1)
      }
    }
    let base = filled.scalars.count
    filled.scalars += marks.scalars
    filled.boxes += marks.boxes
    filled.styles = marks.styles
    filled.runs += marks.runs.map { StyleRun(start: $0.start + base, style: $0.style) }
    return (filled, placed)
  }

  /// The largest number of widgets shown on a page.
  private static let mostFields = 20_000

  /// Replaces characters whose middles lie in the boxes by blanks of zero width.
  private mutating func blank(under widgets: [Box]) {
    guard !widgets.isEmpty else { return }
    let sorted = widgets.sorted { $0.y0 < $1.y0 }
    let highest = widgets.map(\.height).max() ?? 0
    for index in scalars.indices where scalars[index] != 0x0A {
      let middle = boxes[index].middle
      // Only boxes that begin at most `highest` above the middle can contain it.
      let first = sorted.prefixCount { Double($0.y0) < middle.y - Double(highest) }
      let near = sorted[first...].prefix { Double($0.y0) <= middle.y }
      if near.contains(where: { $0.contains(middle) }) {
        scalars[index] = 0x20
        boxes[index].x1 = boxes[index].x0
      }
    }
  }
}

/// Characters to append to a page for its fields.
private struct FieldMarks {
  var scalars: [UInt32] = []
  var boxes: [Box] = []
  var runs: [StyleRun] = []
  var styles: [TextStyle]

  mutating func add(_ lines: [String], in box: Box, isOneLine: Bool) {
    let size = min(max(4, box.height * (isOneLine ? 0.7 : 1)), 10)
    let style = TextStyle(font: "Field", size: size)
    let index = styles.firstIndex(of: style) ?? styles.count
    if index == styles.count { styles.append(style) }
    if runs.last?.style != index { runs.append(StyleRun(start: scalars.count, style: index)) }
    for (row, line) in lines.enumerated() {
      let count = line.unicodeScalars.count
      // Letters that stand close together are read as words.
      let step = min(box.width / Float(max(1, count)), size * 0.5)
      let top =
        isOneLine
        ? (box.y0 + box.y1 - size) / 2 : min(box.y0 + Float(row) * size * 1.2, box.y1 - size)
      for (column, scalar) in line.unicodeScalars.enumerated() {
        scalars.append(scalar.value)
        let x = box.x0 + Float(column) * step
        boxes.append(Box(x0: x, y0: top, x1: x + step, y1: top + size))
      }
      scalars.append(0x0A)
      boxes.append(Box(x0: box.x1, y0: top, x1: box.x1, y1: top + size))
    }
  }
}

extension FormField {
  /// Returns the text that represents the widget, line by line.
  package func marks(of widget: FieldWidget) -> [String] {
    // An ordinary blank would separate the content from its brackets.
    let blank = "\u{A0}"
    switch kind {
    case .checkBox: return [value == [widget.state] ? "[x]" : "[\(blank)]"]
    case .radio: return [value == [widget.state] ? "(•)" : "(\(blank))"]
    case .button: return widget.words.isEmpty ? [] : ["<\(widget.words)>"]
    case .signature: return [value.isEmpty ? "[signature]" : "[signed]"]
    case .list: return ["[\(shownValue.isEmpty ? room(widget.box) : shownValue)▾]"]
    case .combo: return ["[\(shownValue.isEmpty ? room(widget.box) : shownValue)▾]"]
    case .text:
      guard let text = value.first else { return ["[\(room(widget.box))]"] }
      if flags.contains(.password) {
        return ["[" + String(repeating: "•", count: min(64, text.count)) + "]"]
      }
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      lines = lines.count > 1_000 ? Array(lines.prefix(1_000)) + ["…"] : lines
      lines[0] = "[" + lines[0]
      lines[lines.count - 1] += "]"
      return lines
    }
  }

  /// Returns underscores in proportion to the width of the widget.
  private func room(_ box: Box) -> String {
    String(repeating: "_", count: min(max(3, Int(box.width / 6)), 24))
  }
}
