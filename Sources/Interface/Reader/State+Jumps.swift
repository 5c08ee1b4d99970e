package import DocumentModel
package import Messages
import Text

/// A history longer than this forgets its oldest places.
private let historyLimit = 200

extension State {
  /// Goes somewhere in the focused document and remembers where from.
  package mutating func jump(to page: Int, _ landing: Landing) {
    pushHistory()
    land(panes.focus, page: page, landing)
    if case .point(let x, let y) = landing { documents.flash(page, x: x, y: y, pane: pane) }
  }

  package mutating func jump(to destination: Destination) {
    jump(to: destination.page, destination.y.map { .point(x: destination.x, y: $0) } ?? .top)
  }

  /// Remembers the place as the newest in the history, and drops those ahead.
  package mutating func pushHistory() {
    if let place = place(of: panes.focus) { pushHistory(place) }
  }

  /// Remembers a place of the focused document as one that was jumped from.
  mutating func pushHistory(_ place: Place) {
    guard let pane, let index = documents.index(of: pane.document) else { return }
    var reading = documents[index].reading
    reading.historyIndex = min(max(0, reading.historyIndex), reading.history.count)
    reading.history.removeSubrange(reading.historyIndex...)
    documents[index].departure = nil
    if reading.history.last != place { reading.history.append(place) }
    if reading.history.count > historyLimit {
      reading.history.removeFirst()
      documents[index].origin?.past -= 1
    }
    reading.historyIndex = reading.history.count
    documents[index].reading = reading
  }

  /// Goes to a page by its number or label once labels are loaded; reports which was taken if they differ.
  mutating func go(toPage name: String) -> [Effect] {
    guard let pane, let index = documents.index(of: pane.document) else { return [] }
    let document = documents[index]
    guard document.hasPages || document.hasLines else {
      // A book may list the pages of its printed edition.
      let label = PageName.exactLabel(name) ?? name
      return [.resolve(document.id, generation: document.generation, name: label, .follow)]
    }
    if !document.hasPages {
      guard let line = Int(name), line > 0 else {
        say("\(document.fileName) has lines, not pages: no page “\(name)”", isError: true)
        return []
      }
      pushHistory()
      if !land(panes.focus, line: line) { documents[index].start = .page(name) }
      return []
    }
    if let match = documents[index].pageMatch(named: name) {
      jump(to: match.page, .top)
      if let note = documents[index].pageNote(match, named: name) {
        say("This is \(note)")
      }
    } else if documents[index].areLabelsKnown {
      say(documents[index].missing(page: name), isError: true)
    } else {
      pushHistory()
      documents[index].start = .page(name)
    }
    return []
  }

  /// Goes back (negative) or forward in the history, which continues in the document that this one was opened from.
  package mutating func travel(_ steps: Int) -> [Effect] {
    guard let pane, let index = documents.index(of: pane.document),
      let here = place(of: panes.focus)
    else {
      return []
    }
    var reading = documents[index].reading
    if steps < 0, let origin = documents[index].origin, reading.historyIndex <= origin.past,
      let other = self.documents.index(of: origin.document)
    {
      documents[other].departure = pane.document
      return show(origin.document)
    }
    let target = reading.historyIndex + steps
    guard target >= 0, target < reading.history.count else {
      if steps > 0, let left = documents[index].departure, self.documents.index(of: left) != nil {
        return show(left)
      }
      say(steps < 0 ? "No older jump" : "No newer jump")
      return []
    }
    if reading.historyIndex == reading.history.count { reading.history.append(here) }
    reading.historyIndex = target
    documents[index].reading = reading
    let place = reading.history[target]
    land(panes.focus, page: place.page, .offset(place.offset))
    return []
  }

  /// Returns the section at the top of a pane: the last outline entry that begins at or before it.
  package func section(of pane: Int) -> OutlineEntry? {
    guard pane < panes.count, let document = documents[panes[pane].document] else { return nil }
    return document.section(page: panes[pane].page, y: topY(of: pane))
  }

  /// Returns the distance of a pane's top line from the top of its page, in points.
  package func topY(of pane: Int) -> Double {
    if pane < panes.count, showsPictures(pane) { return sheetReadingTop(of: pane) }
    guard pane < panes.count, let document = documents[panes[pane].document],
      let content = document.pages[panes[pane].page],
      let layout = layout(pane, page: panes[pane].page)
    else { return 0 }
    // A running head at the top is above the section and does not name it.
    for line in layout.lines.dropFirst(panes[pane].line) where line.kind != .furniture {
      if line.kind == .picture || line.kind == .placeholder, let region = line.region {
        return Double(region.box.y0)
      }
      if let origin = line.glyphs.first(where: { $0.origin >= 0 })?.origin,
        Int(origin) < content.text.boxes.count
      {
        return Double(content.text.boxes[Int(origin)].y1)
      }
    }
    return .greatestFiniteMagnitude
  }

  /// Goes `steps` outline entries with a place forward, or back if negative, as far as there are any.
  package mutating func moveSection(_ steps: Int) {
    guard let document, panes.focus < panes.count else { return }
    let entries = document.outlineEntries.compactMap(\.destination).sorted {
      ($0.page, $0.y ?? 0) < ($1.page, $1.y ?? 0)
    }
    let here = (panes[panes.focus].page, topY(of: panes.focus))
    let ahead =
      steps > 0
      ? entries.filter { ($0.page, $0.y ?? 0) > here && !isAtTop($0) }
      : entries.filter { ($0.page, $0.y ?? 0) <= here && !isAtTop($0) }.reversed()
    guard let target = ahead.prefix(abs(steps)).last else {
      say(entries.isEmpty ? wordsForNoSections(document) : "No more sections")
      return
    }
    jump(to: target)
  }

  /// Why there are no sections to go to, and what makes some.
  private func wordsForNoSections(_ document: Document) -> String {
    guard document.outline != nil else { return "The outline is still being read" }
    guard document.hasPages else { return "This text has no headings" }
    guard document.references == nil else { return "This document has no outline and no headings" }
    guard document.pagesRead == 0 else { return "The outline is still being built from headings" }
    let keys = keyInput.keymap.keys(for: "outline").first ?? ":outline"
    return "This document has no outline: \(keys), then Enter, builds one from headings"
  }

  /// Whether a jump there would move nothing.
  private func isAtTop(_ destination: Destination) -> Bool {
    if showsPictures(panes.focus), let arrangement = arrangement(of: panes.focus) {
      let target = arrangement.spot(
        of: destination.page, destination.y.map { Point(x: destination.x ?? 0, y: $0) },
        share: Self.headRoom)
      return target == spot(of: panes.focus, in: arrangement)
    }
    guard let pane, destination.page == pane.page, let document,
      let content = document.pages[pane.page], let layout = layout(panes.focus, page: pane.page)
    else { return false }
    guard let y = destination.y else { return pane.line == 0 }
    return layout.line(atY: y, x: destination.x, in: content, page: pane.page) == pane.line
  }

  /// Asks for the letter of a mark.
  mutating func askForMark(
    _ label: String, accept: @escaping @Sendable (inout State, String) -> [Effect]
  ) {
    prompt = Prompt(key: label) { state, key in State.letter(key).map { accept(&state, $0) } ?? [] }
    prompt?.popup = { ScreenView.paintMarks($0, into: &$1) }
  }

  /// Sets a mark at the top of the focused pane.
  package mutating func setMark(_ name: String) {
    guard let pane, let index = documents.index(of: pane.document),
      let place = place(of: panes.focus)
    else {
      return
    }
    let snippet = snippet(at: panes.focus)
    documents[index].reading.marks.removeAll { $0.name == name }
    let letters = documents.placeWords(at: place, of: documents[index].id)
    documents[index].reading.marks.append(
      Mark(name: name, place: place, snippet: snippet, words: letters))
    documents[index].reading.marks.sort { $0.name < $1.name }
    let words = "Mark \(name) set on \(documents[index].placeName(place))"
    say(
      memory.isBroken ? words + " until you quit: it cannot be saved" : words,
      isError: memory.isBroken)
  }

  package mutating func goToMark(_ name: String) {
    guard let mark = document?.reading.marks.first(where: { $0.name == name }) else {
      say("Mark \(name) is not set; m\(name) sets it", isError: true)
      return
    }
    jump(to: mark.place.page, .offset(mark.place.offset))
    seek(mark.words, in: panes.focus)
  }

  /// The first line with words from the top of a pane on.
  package func snippet(at pane: Int) -> String {
    guard let layout = layout(pane, page: panes[pane].page) else { return "" }
    for line in layout.lines.dropFirst(panes[pane].line)
    where line.kind != .rule && line.kind != .furniture {
      let words = line.text.split(separator: " ").joined(separator: " ")
      if !words.isEmpty { return words }
    }
    return ""
  }

  /// Whether reading positions of an open document are still loading; nothing about that document is saved until
  /// then.
  package var awaitsReading: Bool {
    browser.remembersRun && browser.glance == nil
      && documents.contains { $0.phase == .open && !$0.isReadingKnown }
  }

  /// Saves the positions of the panes; previewing entries of an outline does not count.
  package mutating func saveReading() -> [Effect] {
    guard browser.remembersRun else { return [] }
    if pictures.enlarged != nil {
      var returned = self
      returned.endEnlarging()
      defer { documents = returned.documents }
      return returned.saveReading()
    }
    var effects: [Effect] = []
    if !memory.isAwaited, let kept = browser.memory(librarySearch: librarySearch) {
      effects.append(.browse(.save(kept)))
    }
    // Previews leave no trace.
    guard browser.glance == nil else { return effects }
    var seen: Set<DocumentID> = []
    for view in [panes.focus] + panes.indices.filter({ $0 != panes.focus }) where view < panes.count
    {
      guard seen.insert(panes[view].document).inserted,
        let index = documents.index(of: panes[view].document), documents[index].phase == .open,
        documents[index].isReadingKnown, let place = place(of: view)
      else { continue }
      let read = view == panes.focus ? panel?.anchor ?? place : place
      let words = documents.placeWords(at: read, of: documents[index].id)
      if words != nil || read != documents[index].reading.place {
        documents[index].reading.words = words
      }
      documents[index].reading.place = read
      documents[index].reading.mode = panes[view].mode.rawValue
      documents[index].reading.share =
        Double(StatusView.percentRead(self, view, documents[index])) / 100
      let display = panes[view].display
      let first = firstDisplay(of: panes[view].document)
      documents[index].reading.display = display == first ? nil : display
      if display.fit == .text { documents[index].reading.margins = documents[index].margins }
      let document = documents[index]
      effects.append(
        .saveReading(
          document.identity, title: document.title,
          pageCount: document.hasPages ? document.pageCount : 0, document.reading))
    }
    if !memory.isAwaited, let session { effects.append(.saveSession(session)) }
    return effects
  }

  package mutating func restorePlace(in pane: Int, from reading: ReadingState) {
    // Keys pressed before it was loaded take precedence.
    if panes[pane].display == PageDisplay() {
      panes[pane].display =
        panes[pane].restored ?? reading.display ?? firstDisplay(of: panes[pane].document)
    }
    panes[pane].restored = nil
    if let start = panes[pane].start {
      let landing = panes[pane].landing ?? .offset(start.offset)
      panes[pane].start = nil
      panes[pane].landing = nil
      land(pane, page: start.page, landing)
      if start == reading.place, landing == .offset(start.offset) {
        seek(reading.words, in: pane)
      }
      return
    }
    if let mode = ReadingMode(rawValue: reading.mode) { panes[pane].mode = mode }
    land(pane, page: reading.place.page, .offset(reading.place.offset))
    seek(reading.words, in: pane)
  }

  /// Returns the place at a percentage of the document.
  package func place(atPercent percent: Int) -> (page: Int, landing: Landing) {
    guard let document else { return (0, .top) }
    guard percent < 100 else { return (max(0, document.pageCount - 1), .bottom) }
    let place = document.summary.place(atShare: Double(percent) / 100)
    return (place.page, .fraction(place.part))
  }

  /// Goes to a place that was read to on another machine if nothing was read here yet, else offers it.
  mutating func readElsewhere(_ id: DocumentID, _ elsewhere: ReadElsewhere) {
    guard let index = documents.index(of: id), documents[index].phase == .open,
      elsewhere.place.page < max(1, documents[index].pageCount)
    else { return }
    documents[index].elsewhere = elsewhere
    let by = "on \(elsewhere.machine)" + (elsewhere.age.map { ", \($0)" } ?? "")
    let page =
      documents[index].hasPages
      ? "page " + documents[index].pageName(elsewhere.place.page) : "another place"
    guard id == document?.id, isAtBeginning(index) else {
      let key = keyInput.keymap.keys(for: "continue-elsewhere").first ?? ":continue-elsewhere"
      return say("\(documents[index].fileName): \(page) \(by); \(key) goes there")
    }
    continueElsewhere()
    say("Continued at \(page), read \(by)")
  }

  /// Takes marks of other machines over; otherwise the document's own would replace them when it is saved.
  mutating func markedElsewhere(_ id: DocumentID, _ marks: [MarkElsewhere]) {
    guard let index = documents.index(of: id) else { return }
    let names = Set(marks.map(\.name))
    var all = documents[index].reading.marks.filter { !names.contains($0.name) }
    all += marks.compactMap(\.mark)
    documents[index].reading.marks = all.sorted { $0.name < $1.name }
    if panel?.source == .marks { fillPanel() }
  }

  /// Goes to the place of the focused document that was read to on another machine.
  mutating func continueElsewhere() {
    guard let document, let index = documents.index(of: document.id),
      let elsewhere = documents[index].elsewhere
    else { return say("No other machine has read this document further") }
    jump(to: elsewhere.place.page, .offset(elsewhere.place.offset))
    documents[index].elsewhere = nil
  }

  /// Whether all views of a document show its beginning, and no place of it was left.
  private func isAtBeginning(_ index: Int) -> Bool {
    let document = documents[index]
    return document.start == .remembered && document.reading.history.isEmpty
      && panes.indices.allSatisfy {
        panes[$0].document != document.id || place(of: $0) == Place(page: 0)
      }
  }
}
