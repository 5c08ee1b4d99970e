import Canvas
import DocumentModel
import Messages
import Widgets

extension PanelSource {
  package static let fieldOptions = PanelSource(
    title: "Options", fullTitle: { chosenField($0)?.title }, rows: { fieldRows($0, $1) },
    emptyText: { $1 ? nil : "This field has no options" }, typingHints: { [fieldKeys($0)] },
    key: { state, key in
      key == Key(" ") && state.panel?.filter.isEmpty == true ? state.choose() : nil
    }, isMenu: true, filtersAtOnce: true)

  fileprivate static func chosenField(_ state: State) -> FormField? {
    guard let document = state.document, let stop = document.form.current else { return nil }
    return document.form[stop.id].flatMap { $0.kind.isChoice ? $0 : nil }
  }

  /// The keys that apply while options are listed.
  static func fieldKeys(_ state: State) -> String {
    let isMultiple = chosenField(state)?.flags.contains(.multiple) == true
    return (isMultiple ? "Enter: on or off   " : "Enter chooses   ") + "Escape closes"
  }

  /// Returns the options that match a filter, and entries for other values.
  static func fieldRows(_ state: State, _ filter: String) -> [Panel.Row] {
    guard let field = chosenField(state) else { return [] }
    let options = field.options.map { option in
      let isChosen = field.value.contains(option.value)
      var row = Panel.Row(
        text: (isChosen ? "[x] " : "[ ] ") + (option.words.isEmpty ? "(nothing)" : option.words),
        action: .init { choose(&$0, option: option.value) })
      row.isCurrent = isChosen
      return row
    }
    // The filter ignores the check box before the option's text.
    var rows = Panel.matching(options, filter) { String($0.text.dropFirst(4)) }
    if field.flags.contains(.editable) {
      rows.append(
        filter.isEmpty
          ? Panel.Row(text: "Another text …", action: .init { chooseOwnText(&$0) })
          : Panel.Row(text: "“\(filter)”, as typed", action: .init { choose(&$0, text: filter) }))
    }
    guard filter.isEmpty else { return rows }
    if !field.value.isEmpty, field.kind == .combo || !field.flags.contains(.multiple) {
      rows.append(Panel.Row(text: "None", action: .init { choose(&$0, option: nil) }))
    }
    return rows
  }

  /// Chooses an option; the list stays open if several may be chosen.
  static func choose(_ state: inout State, option: String?) -> [Effect] {
    guard let field = chosenField(state), let document = state.document else {
      state.closePanel()
      return []
    }
    if field.flags.contains(.multiple), let option {
      return state.toggle(field, option, in: document.id)
    }
    state.closePanel()
    return state.put(option.map { [$0] } ?? [], into: field, in: document.id)
  }

  static func choose(_ state: inout State, text: String) -> [Effect] {
    state.closePanel()
    guard let field = chosenField(state), let document = state.document else { return [] }
    return state.put(text: text, into: field, in: document.id)
  }

  static func chooseOwnText(_ state: inout State) -> [Effect] {
    state.closePanel()
    guard let field = chosenField(state), let document = state.document else { return [] }
    return state.ask(for: field, in: document)
  }
}
