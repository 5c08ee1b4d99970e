import Interface
import Text

/// One search on its way through a text that may still be read: each passage is looked at once, those behind its beginning first.
struct SearchRun {
  let number: Int
  private let matcher: any PatternMatcher
  /// In each part the next passage to be looked at, and then those before the search's beginning.
  private var ahead: [Int]
  private var behind: [Range<Int>]
  /// The part the search began in is looked at first.
  private let order: [Int]
  /// Hits not told yet.
  var found: [SearchHit] = []
  private var count = 0
  private var failure: String?

  /// More are not kept.
  static let mostHits = 200_000
  /// So many are told with the text around them.
  private static let withContext = 20_000

  init(number: Int, matcher: any PatternMatcher, from page: Int, in text: SearchText) {
    self.number = number
    self.matcher = matcher
    order = page >= text.first ? [0, 1] : [1, 0]
    // A paragraph may reach into the page from the one before.
    let starts = text.parts.map { max(0, $0.firstPassage(from: page) - 1) }
    ahead = starts
    behind = starts.map { 0..<$0 }
  }

  /// Goes on with a text whose parts were looked through and begin anew.
  mutating func beginParts() {
    ahead = ahead.map { _ in 0 }
    behind = behind.map { _ in 0..<0 }
  }

  /// ThemeChoice on while it may; whether all that there is has been looked at.
  mutating func look(in text: SearchText, while mayGoOn: () -> Bool) -> Bool {
    for part in order {
      while ahead[part] < text.parts[part].count {
        guard look(at: ahead[part], of: part, in: text) else { return true }
        ahead[part] += 1
        if !mayGoOn() { return false }
      }
    }
    for part in order {
      while let passage = behind[part].first {
        guard look(at: passage, of: part, in: text) else { return true }
        behind[part] = passage + 1..<behind[part].upperBound
        if !mayGoOn() { return false }
      }
    }
    return true
  }

  /// ThemeChoice at one passage; false where the search is at its end.
  private mutating func look(at passage: Int, of part: Int, in text: SearchText) -> Bool {
    do throws(PatternError) {
      let hits = try text.hits(
        in: passage, of: part, matcher, withContext: count < Self.withContext)
      found += hits
      count += hits.count
      return count < Self.mostHits
    } catch {
      failure = Sentences.text(error)
      return false
    }
  }

  /// What is to be told now.
  func progress(in text: SearchText) -> SearchProgress {
    var progress = SearchProgress()
    progress.hits = found
    progress.pagesRead = text.pagesRead
    progress.textless = text.textless
    progress.unread = text.unread
    progress.failure = failure
    progress.isCapped = count >= Self.mostHits
    progress.isDone = failure != nil || progress.isCapped
    return progress
  }
}
