import Messages
import Text

/// A search in a text that may still be being read: each passage is searched once, those after the starting page first.
struct SearchRun {
  let number: Int
  private let matcher: any PatternMatcher
  /// For each part, the next passage to search, and the passages before the starting page, which are searched last.
  private var ahead: [Int]
  private var behind: [Range<Int>]
  /// The order of the parts; the part with the starting page comes first.
  private let order: [Int]
  /// Hits not yet reported.
  var found: [SearchHit] = []
  private var count = 0
  private var failure: String?

  /// The most hits that are kept.
  static let mostHits = 200_000
  /// The most hits that are reported with the text around them.
  private static let withContext = 20_000

  init(number: Int, matcher: any PatternMatcher, from page: Int, in text: SearchText) {
    self.number = number
    self.matcher = matcher
    order = page >= text.first ? [0, 1] : [1, 0]
    // A paragraph may extend into the page from the previous one.
    let starts = text.parts.map { max(0, $0.firstPassage(from: page) - 1) }
    ahead = starts
    behind = starts.map { 0..<$0 }
  }

  /// Continues with new parts after the previous ones have been searched and dropped.
  mutating func beginParts() {
    ahead = ahead.map { _ in 0 }
    behind = behind.map { _ in 0..<0 }
  }

  /// Continues the search while `mayGoOn` returns true; returns whether all available text has been searched.
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

  /// Searches a passage; returns false if the search has failed or found too many hits.
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

  /// Returns the hits and the progress to report.
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
