import DocumentModel

extension FormReader {
  /// The properties all widgets of a field share.
  struct FieldHead {
    var field: FormField
    /// The objects from the field up to the topmost one above it; of a widget that is its own field the widget first.
    var chain: [Link]
    /// Places of its widgets in its own list, where options name them.
    var turns: [PDFObject.Reference: Int] = [:]

    struct Link {
      var reference: PDFObject.Reference
      var entries: [String: PDFObject]
    }

    /// Returns the value of a key, the field's own or that of the nearest ancestor.
    subscript(key: String) -> PDFObject? {
      for link in chain {
        if let value = link.entries[key] { return value }
      }
      return nil
    }
  }

  /// A widget and the objects it was read from.
  struct FiledWidget {
    var reference: PDFObject.Reference
    var entries: [String: PDFObject]
    var field: PDFObject.Reference
    var page: PageNode
    var widget: FieldWidget
  }
}

/// A field with all the objects it consists of.
struct FiledField {
  var field: FormField
  /// The field's objects; more than one where several have the same name.
  var heads: [PDFObject.Reference: FormReader.FieldHead] = [:]
  var widgets: [FormReader.FiledWidget] = []

  init(field: FormField) {
    self.field = field
    self.field.widgets = []
  }

  mutating func add(_ widget: FormReader.FiledWidget, _ head: FormReader.FieldHead) {
    if field.value.isEmpty, field.kind.isSwitch { field.value = head.field.value }
    heads[widget.field] = head
    widgets.append(widget)
    field.widgets.append(widget.widget)
  }
}
