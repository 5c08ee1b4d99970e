import DocumentModel
import Messages

extension State {
  mutating func reloaded(
    _ index: Int, _ generation: Int, _ summary: DocumentSummary
  ) -> [Effect] {
    if documents[index].redrawnGeneration == generation,
      summary.pageCount == documents[index].pageCount
    {
      return redrawn(index, generation, summary)
    }
    let id = documents[index].id
    if pane?.document == id { endEnlarging() }
    let arrival = documents.arrival(index, at: generation, pageCount: summary.pageCount)
    let places = panes.indices.map { place(of: $0) }
    let words = places.indices.map { documents.placeWords(at: places[$0], of: panes[$0].document) }
    let pagesStay = arrival?.isIdentity ?? true
    let isAlike = summary.pageCount == documents[index].pageCount && pagesStay
    let texts = selectedTexts(index)
    let saved = arrival == nil && !documents[index].awaitsEncoding ? saveReading() : []
    documents[index].reload(as: generation, summary, arrival)
    for (view, place) in places.enumerated() where panes[view].document == id {
      // Its pages stay visible until they are drawn again.
      if isAlike, showsPictures(view), panes[view].pending == nil { continue }
      guard let place else { continue }
      if let arrival, arrival.place(of: place.page) == nil {
        land(view, page: arrival.nearest(to: place.page), .top)
      } else {
        let page = arrival?.place(of: place.page) ?? place.page
        land(view, page: page, .offset(place.offset))
        if arrival == nil { seek(words[view], in: view) }
      }
    }
    if panel?.source == .figures, document?.id == id {
      documents[index].figures.aim = panes[panes.focus].page
    }
    var renewal = documents.loadFingerprint(index) + renewSearch(index, arrival)
    if !saved.isEmpty {
      renewal += saved + [.loadReading(id, generation: generation, documents[index].identity)]
    }
    if let arrival {
      if selection?.document == id { selection = nil }
      return renewal + settleEdit(index, arrival)
    }
    let ending = forgetEdits(index)
    if documents[index].awaitsEncoding {
      documents[index].awaitsEncoding = false
      if selection?.document == id { selection = nil }
      say("\(documents[index].fileName) is now read as \(summary.flow?.encoding ?? "what it is")")
    } else {
      say("\(documents[index].fileName) changed on disk: reloaded")
    }
    sayShortfall(index)
    if selection?.document == id {
      if let texts { return renewal + ending + keepSelection(index, texts) }
      loseSelection(index)
    }
    return renewal + ending
  }

  /// Handles a reload in which only pictures changed.
  private mutating func redrawn(
    _ index: Int, _ generation: Int, _ summary: DocumentSummary
  ) -> [Effect] {
    documents[index].redraw(as: generation, summary)
    return documents.loadFingerprint(index) + documents.loadSignatures() + beginEdit(index)
  }

  /// Keeps the old version of a changed file that cannot be opened.
  mutating func keepOld(_ index: Int, _ sentence: String) -> [Effect] {
    let name = documents[index].fileName
    let ending = forgetEdits(index)
    guard documents[index].awaitsEncoding else {
      say(
        "\(name) changed on disk and cannot be opened now; showing the old version", isError: true)
      return ending
    }
    documents[index].awaitsEncoding = false
    documents[index].encoding = ""
    say(sentence, isError: true)
    return ending
  }
}

extension Documents {
  /// Opens a file again, in the encoding it is said to be in.
  mutating func reopen(_ index: Int) -> [Effect] {
    self[index].newestGeneration += 1
    let document = self[index]
    return [
      .reopen(
        document.id, path: document.path, generation: document.newestGeneration,
        encoding: document.encoding)
    ]
  }
}
