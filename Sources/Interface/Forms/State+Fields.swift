import Canvas
import DocumentModel
import Messages
import Text

extension State {
  // MARK: messages

  /// Takes a form and recomposes the loaded pages whose fields have changed.
  mutating func take(_ fields: [FormField], of index: Int) -> [Effect] {
    let pages = documents[index].form.take(fields)
    return setAnew(index, pages)
  }

  mutating func filled(
    _ index: Int, _ changes: [FieldChange], page: Int?, _ saveStatus: SaveStatus
  ) -> [Effect] {
    let pages = documents[index].form.apply(changes)
    store(saveStatus, of: index)
    if let page, let change = changes.first,
      let field = documents[index].form[change.id], document?.id == documents[index].id
    {
      let stop = FormList.Stop(
        id: field.id, widget: field.widgets.firstIndex { $0.page == page } ?? 0)
      documents[index].form.current = stop
      bring(stop, into: panes.focus)
      say("\(field.title) is \(valueWords(field)) again")
    }
    if panel?.source == .fieldOptions { fillPanel() }
    return setAnew(index, pages)
  }

  /// Requests loaded pages again; their old content stays visible until then.
  private func setAnew(_ index: Int, _ pages: Set<Int>) -> [Effect] {
    let document = documents[index]
    return pages.sorted().filter { document.pages[$0] != nil }.map {
      .loadContent(document.id, generation: document.generation, page: $0, isVisible: true)
    }
  }

  // MARK: current field

  /// The field that keys apply to: the current one while it is visible.
  var currentField: FormList.Stop? {
    guard let document, document.phase == .open, selection == nil,
      let current = document.form.current, isInSight(current)
    else { return nil }
    return current
  }

  private func isInSight(_ stop: FormList.Stop) -> Bool { fieldsInSight().contains(stop) }

  /// Returns the fields visible in the focused pane.
  private func fieldsInSight() -> Set<FormList.Stop> {
    guard let document, panes.indices.contains(panes.focus), !document.form.isEmpty else {
      return []
    }
    if showsPictures(panes.focus) { return fieldsOnSheets(document) }
    let seen = Dictionary(grouping: visibleGlyphs(of: panes.focus), by: \.page)
    var found: Set<FormList.Stop> = []
    for (page, glyphs) in seen {
      let origins = Set(glyphs.map(\.origin))
      for place in document.pages[page]?.fields ?? []
      where place.range.contains(where: origins.contains) {
        found.insert(FormList.Stop(id: place.id, widget: place.widget))
      }
    }
    return found
  }

  private func fieldsOnSheets(_ document: Document) -> Set<FormList.Stop> {
    guard let arrangement = arrangement(of: panes.focus) else { return [] }
    let rect = pictureRect(of: panes.focus)
    var found: Set<FormList.Stop> = []
    for sheet in sheets(of: panes.focus) {
      for stop in document.form.stops(on: sheet.page) {
        guard let box = document.form.widget(of: stop)?.box, box.isPlaced else { continue }
        let at = arrangement.cellPlace(of: box.middle, sheet.page, sheet.frame)
        guard at.x.isFinite, at.y.isFinite, abs(at.x) < 1e6, abs(at.y) < 1e6,
          rect.contains(x: Int(at.x), y: Int(at.y))
        else { continue }
        found.insert(stop)
      }
    }
    return found
  }

  /// Returns a field's place among its page's characters; nil if the page is not loaded.
  func place(of stop: FormList.Stop, in document: Document) -> PlacedField? {
    document.form.widget(of: stop).flatMap { document.pages[$0.page] }?.fields
      .first { $0.id == stop.id && $0.widget == stop.widget }
  }

  /// Returns the field at a cell of a pane.
  func field(at mouse: Mouse, in index: Int) -> FormList.Stop? {
    guard let document = documents[panes[index].document], !document.form.isEmpty else {
      return nil
    }
    if showsPictures(index) {
      guard let place = pagePlace(at: mouse.place, in: index) else { return nil }
      return document.form.stops(on: place.page).last {
        document.form.widget(of: $0)?.box.contains(place.point) == true
      }
    }
    let under = visibleGlyphs(of: index).last {
      $0.y == mouse.y && $0.x <= mouse.x && mouse.x < $0.x + max(1, CellWidth.of($0.scalar))
    }
    guard let under else { return nil }
    return document.pages[under.page]?.fields.first { $0.range.contains(under.origin) }
      .map { FormList.Stop(id: $0.id, widget: $0.widget) }
  }

  /// Makes the clicked field the current one and fills it in; returns nil if there is none.
  mutating func clickField(_ mouse: Mouse, in index: Int) -> [Effect]? {
    guard let stop = field(at: mouse, in: index),
      let at = self.documents.index(of: panes[index].document)
    else { return nil }
    documents[at].form.current = stop
    documents[at].annotations.current = nil
    return fill(stop, in: at)
  }

  // MARK: moving between fields

  /// Moves by `steps` fields, across pages.
  mutating func moveField(_ steps: Int) {
    guard let document, let index = documents.index(of: document.id), steps != 0 else { return }
    let all = document.form.fillable
    guard !all.isEmpty else {
      say(
        document.form.isEmpty
          ? "This document has no form to fill in"
          : "No field of this form can be filled in here")
      return
    }
    let target: Int
    if let current = currentField, let at = all.firstIndex(of: current) {
      target = at + steps
    } else if let first = all.firstIndex(where: fieldsInSight().contains) {
      target = steps > 0 ? first + steps - 1 : first + steps
    } else {
      let here = (panes[panes.focus].page, topY(of: panes.focus) - 14)
      let after =
        all.firstIndex { stop in
          document.form.widget(of: stop).map { ($0.page, Double($0.box.y0)) >= here } ?? false
        } ?? all.count
      target = steps > 0 ? after + steps - 1 : after + steps
    }
    if !all.indices.contains(target), currentField != nil, abs(steps) == 1 {
      say(steps > 0 ? "No more fields" : "No previous field")
      return
    }
    let number = min(max(0, target), all.count - 1)
    selection = nil
    documents[index].annotations.current = nil
    documents[index].form.current = all[number]
    pushHistory()
    bring(all[number], into: panes.focus)
    guard let field = document.form[all[number].id] else { return }
    say("\(number + 1) of \(all.count)  \(summary(of: field, all[number]))")
  }

  /// Scrolls a pane to a field unless the field is visible.
  mutating func bring(_ stop: FormList.Stop, into pane: Int) {
    guard let document = documents[panes[pane].document],
      let widget = document.form.widget(of: stop), widget.page < document.pageCount
    else { return }
    if pane == panes.focus, panes[pane].pending == nil, isInSight(stop) { return }
    if let place = place(of: stop, in: document) {
      land(pane, page: widget.page, .glyph(place.range.lowerBound))
    } else {
      let (x, y) = (Double(widget.box.x0), Double(widget.box.y0))
      land(pane, page: widget.page, x.isFinite && y.isFinite ? .point(x: x, y: max(0, y)) : .top)
    }
  }

  /// Clears the current field; returns whether there was one.
  mutating func leaveField() -> Bool {
    guard let pane, let index = documents.index(of: pane.document),
      documents[index].form.current != nil
    else { return false }
    documents[index].form.current = nil
    return true
  }

  // MARK: descriptions

  func valueWords(_ field: FormField) -> String {
    if field.value.isEmpty { return field.kind.isSwitch ? "off" : "empty" }
    if field.flags.contains(.password) { return "filled in" }
    if field.kind == .checkBox, field.states.count < 2 { return "on" }
    let words = field.shownValue.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return "“\(words)”"
  }

  /// Returns a line with the field's title, kind and value.
  func summary(of field: FormField, _ stop: FormList.Stop) -> String {
    var parts = [field.title]
    if field.kind == .radio, let widget = field.widgets[safe: stop.widget] {
      parts.append(field.stateWords(widget.state))
    }
    parts.append(FieldStrings.name(of: field))
    if field.flags.contains(.required) { parts.append("required") }
    parts.append(valueWords(field))
    return parts.joined(separator: "  ·  ")
  }

  /// Returns the number of fields, and restrictions that apply to the form.
  func formFacts(_ document: Document) -> String {
    let form = document.form
    guard !form.isEmpty else { return "" }
    var words = "\(form.count) \(form.count == 1 ? "field" : "fields")"
    if document.annotations.saveStatus.cautions.contains(.xfa) {
      words += "; it has an XFA part too, which Recto leaves as it is"
    }
    if let obstacle = document.annotations.saveStatus.formObstacle {
      words +=
        "; form values stay in Recto's library: \(AnnotationStrings.reason(obstacle, ofForm: true))"
    }
    return words
  }

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
