import Canvas
import DocumentModel
import Messages
import Widgets

extension State {
  /// Fills in the current field; without one, moves to the next field.
  mutating func fillField() -> [Effect] {
    guard let document, let index = documents.index(of: document.id) else { return [] }
    if let stop = currentField { return fill(stop, in: index) }
    moveField(1)
    return []
  }

  /// Asks for a text, toggles a switch, or lists the options of a choice.
  mutating func fill(_ stop: FormList.Stop, in index: Int) -> [Effect] {
    guard let field = documents[index].form[stop.id],
      let widget = documents[index].form.widget(of: stop)
    else { return [] }
    guard field.isFillable else {
      let refusal: FieldRefusal =
        field.flags.contains(.readOnly) && field.kind.isFilled ? .readOnly : .notFilled(field.kind)
      say(FieldStrings.sentence(refusal, field))
      return []
    }
    if field.kind.isSwitch { return toggle(field, widget.state, in: documents[index].id) }
    if field.kind.isChoice {
      if panel?.source != .fieldOptions { toggle(.fieldOptions) }
      return []
    }
    return ask(for: field, in: documents[index])
  }

  /// Asks for a text; the prompt contains the field's current one.
  mutating func ask(for field: FormField, in document: Document) -> [Effect] {
    var label = field.title
    if let most = field.maxLength { label += " (\(most) at most)" }
    return write(
      .field(field), in: document, text: field.value.first ?? "", label: label)
  }

  mutating func toggle(_ field: FormField, _ state: String, in id: DocumentID) -> [Effect] {
    do throws(FieldRefusal) {
      return put(try field.toggled(state), into: field, in: id)
    } catch {
      say(FieldStrings.sentence(error, field))
      return []
    }
  }

  mutating func put(text: String, into old: FormField, in id: DocumentID) -> [Effect] {
    let field = documents[id]?.form[old.id] ?? old
    do throws(FieldRefusal) {
      return put(try field.value(of: [text]), into: field, in: id)
    } catch {
      say(FieldStrings.sentence(error, field), isError: true)
      return []
    }
  }

  mutating func put(
    _ value: [String], into field: FormField, in id: DocumentID
  ) -> [Effect] {
    guard value != field.value, let index = documents.index(of: id) else { return [] }
    let effects = edit(
      id, AnnotationEdit(fields: [FieldChange(id: field.id, before: field.value, after: value)]))
    guard !effects.isEmpty else { return [] }
    if field.flags.contains(.scripted), !documents[index].form.hasReportedScripts {
      documents[index].form.hasReportedScripts = true
      say(FieldStrings.scripts)
    } else {
      let key = keyInput.keymap.keys(for: "undo-annotation").first
      var filled = field
      filled.value = value
      say(
        "\(field.title) is \(valueWords(filled))" + (key.map { ": \($0) undoes" } ?? ""))
    }
    return effects
  }
}
