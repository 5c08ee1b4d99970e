import Canvas
import DocumentModel
import Messages
import Widgets

extension PanelSource {
  package static let fieldOptions = PanelSource(
    title: "Options", fullTitle: { $0.chosenField?.title }, rows: { $0.fieldRows($1) },
    emptyText: { $1 ? nil : "This field has no options" }, typingHints: { [$0.fieldKeys] },
    key: { state, key in
      key == Key(" ") && state.panel?.filter.isEmpty == true ? state.choose() : nil
    }, isMenu: true, filtersAtOnce: true)
}

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

  private mutating func put(
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

  // MARK: options

  fileprivate var chosenField: FormField? {
    guard let document, let stop = document.form.current else { return nil }
    return document.form[stop.id].flatMap { $0.kind.isChoice ? $0 : nil }
  }

  /// The keys that apply while options are listed.
  var fieldKeys: String {
    let isMultiple = chosenField?.flags.contains(.multiple) == true
    return (isMultiple ? "Enter: on or off   " : "Enter chooses   ") + "Escape closes"
  }

  /// Returns the options that match a filter, and entries for other values.
  func fieldRows(_ filter: String) -> [Panel.Row] {
    guard let field = chosenField else { return [] }
    let options = field.options.map { option in
      let isChosen = field.value.contains(option.value)
      var row = Panel.Row(
        text: (isChosen ? "[x] " : "[ ] ") + (option.words.isEmpty ? "(nothing)" : option.words),
        action: .init { $0.choose(option: option.value) })
      row.isCurrent = isChosen
      return row
    }
    // The filter ignores the check box before the option's text.
    var rows = Panel.matching(options, filter) { String($0.text.dropFirst(4)) }
    if field.flags.contains(.editable) {
      rows.append(
        filter.isEmpty
          ? Panel.Row(text: "Another text …", action: .init { $0.chooseOwnText() })
          : Panel.Row(text: "“\(filter)”, as typed", action: .init { $0.choose(text: filter) }))
    }
    guard filter.isEmpty else { return rows }
    if !field.value.isEmpty, field.kind == .combo || !field.flags.contains(.multiple) {
      rows.append(Panel.Row(text: "None", action: .init { $0.choose(option: nil) }))
    }
    return rows
  }

  /// Chooses an option; the list stays open if several may be chosen.
  mutating func choose(option: String?) -> [Effect] {
    guard let field = chosenField, let document else {
      closePanel()
      return []
    }
    if field.flags.contains(.multiple), let option { return toggle(field, option, in: document.id) }
    closePanel()
    return put(option.map { [$0] } ?? [], into: field, in: document.id)
  }

  mutating func choose(text: String) -> [Effect] {
    closePanel()
    guard let field = chosenField, let document else { return [] }
    return put(text: text, into: field, in: document.id)
  }

  mutating func chooseOwnText() -> [Effect] {
    closePanel()
    guard let field = chosenField, let document else { return [] }
    return ask(for: field, in: document)
  }
}
