import Messages
import Text

/// A search in a text that may still be growing: each passage is searched once, first those from the starting page on, then the others.
struct SearchRun {
  let number: Int
  private let matcher: any PatternMatcher
  /// The next passage to search in each part.
  private var ahead: [Int]
  /// The passages before the starting page in each part, which are searched last.
  private var earlier: [Range<Int>]
  /// The order of the parts; the part that contains the starting page comes first.
  private let order: [Int]
  /// Hits not yet reported.
  var found: [SearchHit] = []
  private var count = 0
  private var failure: String?

  /// The maximum number of hits that are kept.
  static let mostHits = 200_000
  /// The number of hits that are reported with the text around them.
  private static let withContext = 20_000

  init(number: Int, matcher: any PatternMatcher, from page: Int, in text: SearchText) {
    self.number = number
    self.matcher = matcher
    order = page >= text.first ? [0, 1] : [1, 0]
    // A paragraph may extend into the page from the previous one.
    let starts = text.parts.map { max(0, $0.firstPassage(from: page) - 1) }
    ahead = starts
    earlier = starts.map { 0..<$0 }
  }

  /// Continues with new parts, after the previous parts have been searched and dropped.
  mutating func beginParts() {
    ahead = ahead.map { _ in 0 }
    earlier = earlier.map { _ in 0..<0 }
  }

  /// Continues the search while `mayGoOn` returns true. Returns true if all available text has been searched, the search has failed, or
  /// the limit on hits is reached.
  mutating func look(in text: SearchText, while mayGoOn: () -> Bool) -> Bool {
    for part in order {
      while ahead[part] < text.parts[part].count {
        guard look(at: ahead[part], of: part, in: text) else { return true }
        ahead[part] += 1
        if !mayGoOn() { return false }
      }
    }
    for part in order {
      while let passage = earlier[part].first {
        guard look(at: passage, of: part, in: text) else { return true }
        earlier[part] = passage + 1..<earlier[part].upperBound
        if !mayGoOn() { return false }
      }
    }
    return true
  }

  /// Searches a passage; returns false if the search has failed or has reached the limit on hits.
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
