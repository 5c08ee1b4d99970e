import Canvas
package import DocumentModel
import Messages
package import Text

/// A document that is read aloud, from some page on.
package struct ReadingAloud: Sendable {
  package var document: DocumentID
  /// The generation of the text.
  var generation: Int
  package var text: SpokenText
  /// The character to begin with, until its page is there.
  var start: (page: Int, origin: Int)?
  /// The index of the sentence that is read, or will be.
  package var current = 0
  /// The sentences at the voice, the first of which is read; each by its number.
  var queue: [(number: Int, index: Int)] = []
  /// The voice has been given the sentences up to this index.
  var next = 0
  /// The number of the sentence that the voice has begun last.
  var begun = 0
  package var isPaused = false
  /// From -100 to 100.
  var rate = 0

  /// Sentences that are at the voice, so that there is no gap between them.
  static let mostQueued = 2
  /// The steps of the speed.
  static let rateStep = 10
  /// Milliseconds in which the voice begins.
  static let patience = 5_000

  var sentence: SpokenSentence? { text.sentences[safe: current] }
}

/// The voice that reads a document aloud.
package struct Voice: Sendable {
  /// Nil unless a document is read aloud.
  package fileprivate(set) var reading: ReadingAloud?
  /// The number that the next sentence gets; those of a time before a skip are no longer listened to.
  fileprivate var next = 1
}

extension State {
  /// Starts at the selection, the caret or the top of the window, or stops.
  mutating func toggleReadingAloud() -> [Effect] {
    guard voice.reading == nil else { return endReadingAloud() }
    guard let document, document.phase == .open, let pane else { return [] }
    guard document.summary.hasText else {
      say("\(document.fileName) has no text to read aloud", isError: true)
      return []
    }
    var start = (page: pane.page, origin: 0)
    if let range = selectedRange ?? selection.map({ $0.caret...$0.caret }),
      let origin = origin(of: range.lowerBound)
    {
      start = (range.lowerBound.page, origin)
      selection = nil
    } else if let first = visibleGlyphs(of: panes.focus).first(where: { $0.origin >= 0 }) {
      start = (first.page, first.origin)
    }
    voice.beginReading(document, at: start, rate: preferences.speechRate)
    say("Reading aloud: Space pauses, ( ) skip a sentence, + - set the speed, Esc ends")
    return [.speech(.setRate(preferences.speechRate))]
  }

  private mutating func endReadingAloud(_ sentence: String = "No longer reading aloud") -> [Effect]
  {
    voice.reading = nil
    say(sentence)
    return [.speech(.stop)]
  }

  /// Handles news of the voice.
  mutating func take(_ news: SpeechNews) -> [Effect] {
    switch news {
    case .failed(let sentence):
      guard voice.reading != nil else { return [] }
      voice.reading = nil
      say(sentence, isError: true)
    case .began(let number): voice.reading?.begun = number
    case .ended(let number):
      guard let reading = voice.reading,
        let place = reading.queue.firstIndex(where: { $0.number == number })
      else { return [] }
      voice.reading?.queue.removeFirst(place + 1)
      moveOn(to: reading.queue[place].index + 1)
    }
    return []
  }

  /// Says that the voice is silent if it has not begun a sentence in time.
  mutating func lookAtVoice(_ number: Int) {
    guard let reading = voice.reading, !reading.isPaused, reading.begun < number,
      reading.queue.contains(where: { $0.number == number })
    else { return }
    say("speech-dispatcher does not speak; try in a shell: spd-say hello", isError: true)
  }

  /// Makes a sentence the current one; the window follows unless the user has scrolled away.
  private mutating func moveOn(to index: Int, follows: Bool = false) {
    let follows = follows || isSpokenInSight
    voice.reading?.current = index
    guard follows, !isSpokenInSight, let part = voice.reading?.sentence?.parts.first else { return }
    land(panes.focus, page: part.page, .glyph(part.range.lowerBound))
  }

  /// Whether the sentence that is read is on the screen, at least its beginning.
  private var isSpokenInSight: Bool {
    guard let reading = voice.reading, reading.document == document?.id,
      let parts = reading.sentence?.parts
    else { return false }
    return parts.prefix(1).contains { isInSight($0.page, $0.range.lowerBound) }
  }

  /// Requests pages as far as sentences are needed, and passes these to the voice.
  mutating func readOn() -> [Effect] {
    guard let reading = voice.reading else { return [] }
    guard let document = documents[reading.document], document.phase == .open,
      document.textGeneration == reading.generation
    else { return endReadingAloud("No longer reading aloud: the document was closed or changed") }
    var effects = takeSpokenPages(of: document)
    guard let reading = voice.reading, reading.start == nil, !reading.isPaused else {
      return effects
    }
    var lines: [SpokenLine] = []
    while let reading = voice.reading, reading.queue.count < ReadingAloud.mostQueued,
      let sentence = reading.text.sentences[safe: reading.next]
    {
      lines.append(SpokenLine(number: voice.next, text: sentence.text))
      voice.reading?.queue.append((voice.next, reading.next))
      voice.reading?.next += 1
      voice.next += 1
    }
    if let first = lines.first {
      if reading.queue.isEmpty {
        effects.append(.remind(.speech(first.number), milliseconds: ReadingAloud.patience))
      }
      effects.append(.speech(.say(lines, language: document.summary.language)))
    } else if let reading = voice.reading, reading.queue.isEmpty,
      reading.text.isComplete
    {
      return effects + endReadingAloud("Read aloud to the end")
    }
    return effects
  }

  /// Takes the sentences of pages that are there, and asks for the next one.
  private mutating func takeSpokenPages(of document: Document) -> [Effect] {
    while let reading = voice.reading, needsPages(reading) {
      let page = reading.text.nextPage
      guard page < document.pageCount else {
        voice.reading?.text.finish()
        break
      }
      guard document.pages[page] != nil || document.failures[page] != nil else {
        return documents.loadContent(of: document.id, pages: [page], isVisible: true)
      }
      voice.reading?.text.add(document.pages[page]?.blocks ?? [])
    }
    guard let reading = voice.reading, let start = reading.start else { return [] }
    let first =
      reading.text.index(page: start.page, start.origin) ?? reading.text.sentences.count
    voice.reading?.start = nil
    voice.reading?.next = first
    moveOn(to: first, follows: true)
    return []
  }

  // MARK: Commands

  /// The keys that steer the voice; all others work as ever.
  mutating func takeWhileReadingAloud(_ key: Key) -> [Effect]? {
    guard keyInput.pending.isEmpty, selection == nil else { return nil }
    switch key {
    case Key(" "): return pauseReading()
    case Key(")"): return skipSentences(keyInput.count ?? 1)
    case Key("("): return skipSentences(-(keyInput.count ?? 1))
    case Key("+"): return changeSpeechRate(by: 1)
    case Key("-"): return changeSpeechRate(by: -1)
    case Key(.escape): return endReadingAloud()
    default: return nil
    }
  }

  mutating func pauseReading() -> [Effect] {
    guard let reading = voice.reading else { return sayNothingIsRead() }
    voice.reading?.isPaused.toggle()
    say(reading.isPaused ? "Reading on" : "Paused; Space goes on")
    guard !reading.isPaused else { return [] }
    // Voices cannot be relied on to go on within a sentence.
    voice.reading?.queue = []
    voice.reading?.next = reading.current
    return [.speech(.stop)]
  }

  /// Goes so many sentences on, or back if negative, and reads from there.
  mutating func skipSentences(_ steps: Int) -> [Effect] {
    guard let reading = voice.reading, reading.start == nil,
      let document = documents[reading.document]
    else { return sayNothingIsRead() }
    keyInput.count = nil
    let target = reading.current + min(max(-1_000, steps), 1_000)
    if target < 0, reading.text.firstPage > 0 {
      // Its sentences are those of pages that were not read yet.
      voice.beginReading(
        document, at: (page: reading.text.firstPage - 1, origin: 0), rate: reading.rate)
      return [.speech(.stop)]
    }
    let index = min(max(0, target), max(0, reading.text.sentences.count - 1))
    voice.reading?.queue = []
    voice.reading?.next = index
    voice.reading?.isPaused = false
    moveOn(to: index, follows: true)
    return [.speech(.stop)]
  }

  mutating func changeSpeechRate(by steps: Int) -> [Effect] {
    guard let reading = voice.reading else { return sayNothingIsRead() }
    let rate = min(max(-100, reading.rate + min(max(-20, steps), 20) * ReadingAloud.rateStep), 100)
    voice.reading?.rate = rate
    say("Speed \(rate)")
    return [.speech(.setRate(rate))]
  }

  private mutating func sayNothingIsRead() -> [Effect] {
    say("Nothing is read aloud; :read-aloud begins")
    return []
  }
}

extension Voice {
  fileprivate mutating func beginReading(
    _ document: Document, at start: (page: Int, origin: Int), rate: Int
  ) {
    // The sentence may begin on the page before.
    let text = SpokenText(from: max(0, start.page - 1), speaksFigures: !document.hasPages)
    var reading = ReadingAloud(
      document: document.id, generation: document.textGeneration, text: text, start: start)
    reading.rate = rate
    self.reading = reading
  }

  /// Returns the characters of a page that are read aloud.
  func spoken(in id: DocumentID, on page: Int) -> [LitRange] {
    guard let reading = self.reading, reading.document == id, reading.start == nil,
      let sentence = reading.sentence
    else { return [] }
    return sentence.parts.filter { $0.page == page && !$0.range.isEmpty }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
      .reduce(into: [LitRange]()) { found, part in
        guard found.last.map({ $0.range.upperBound <= part.range.lowerBound }) ?? true else {
          return
        }
        found.append(LitRange(range: part.range, light: .flash))
      }
  }
}

/// Whether sentences of further pages are needed.
private func needsPages(_ reading: ReadingAloud) -> Bool {
  guard !reading.text.isComplete else { return false }
  guard let start = reading.start else {
    return reading.text.sentences.count < reading.next + ReadingAloud.mostQueued
  }
  return reading.text.index(page: start.page, start.origin) == nil
}
