import DocumentModel
import Glibc
import Interface
import Messages
import Services

/// Selects the annotations to list.
struct AnnotationFilter {
  private var kinds: Set<AnnotationKind> = []
  private var colors: [String] = []
  private var since: Int64?
  private var author: String?
  private var states: Set<ReviewState> = []
  private var tags: [String] = []
  private let preferences: Preferences

  static let valued: [String: OptionForm.Value] = [
    "color": standardColors, "type": .oneOf(AnnotationKind.allCases.map(\.rawValue)),
    "since": .text,
    "author": .text, "state": .oneOf(states), "tag": .text,
  ]

  private static let states = [
    ReviewState.accepted, .rejected, .cancelled, .completed, .marked, .none,
  ]
  .map(\.rawValue)

  /// The standard names of colours, as suggestions; settings may define others, and values such as #ffd400 work, too.
  static let standardColors = OptionForm.Value.oneOf(AnnotationColor.standard.map(\.name))

  init(_ parsed: Arguments, _ preferences: Preferences) throws(Arguments.Mistake) {
    self.preferences = preferences
    for name in parsed.values(of: "type").flatMap({ $0.split(separator: ",") }) {
      guard let kind = AnnotationKind(rawValue: name.lowercased()) else {
        let all = AnnotationKind.allCases.map(\.rawValue).joined(separator: ", ")
        throw Arguments.Mistake(sentence: "there is no type “\(name)”; there are \(all)")
      }
      kinds.insert(kind)
    }
    for name in parsed.values(of: "color").flatMap({ $0.split(separator: ",") }) {
      guard preferences.color(named: String(name), for: .highlight) != nil else {
        let all = preferences.annotationColors.map(\.name).joined(separator: ", ")
        throw Arguments.Mistake(
          sentence: "there is no colour “\(name)”; use \(all), or #ffd400")
      }
      colors.append(String(name))
    }
    if let text = parsed.options["since"] {
      guard let day = LocalTime.beginning(of: text) else {
        throw Arguments.Mistake(sentence: "--since needs a date as 2026-11-21, 2026-11 or 2026")
      }
      since = day
    }
    author = parsed.options["author"]?.lowercased()
    for name in parsed.values(of: "state").flatMap({ $0.split(separator: ",") }) {
      guard let state = ReviewState(rawValue: name.lowercased()), state != .unmarked else {
        throw Arguments.Mistake(
          sentence: "there is no state “\(name)”; there are \(Self.states.joined(separator: ", "))")
      }
      states.insert(state)
    }
    tags = parsed.values(of: "tag").map { $0.lowercased() }
  }

  /// Whether an annotation is selected; day, author and tags may also match in a reply.
  func wants(_ entry: AnnotationReport.Entry) -> Bool {
    let all = [entry.annotation] + entry.replies.map(\.reply)
    return (kinds.isEmpty || !kinds.isDisjoint(with: entry.kinds))
      && (colors.isEmpty || colors.contains { isOf($0, entry) })
      && (states.isEmpty || isIn(states, entry))
      && tags.allSatisfy { tag in
        all.contains { $0.tags?.contains { $0.lowercased() == tag } ?? false }
      }
      && all.contains { one in
        (since.map { $0 <= one.modified ?? one.created ?? .min } ?? true)
          && (author.map { one.author.lowercased().contains($0) } ?? true)
      }
  }

  private func isIn(_ states: Set<ReviewState>, _ entry: AnnotationReport.Entry) -> Bool {
    let given = Set(entry.states.map(\.state))
    return !states.isDisjoint(with: given)
      || states.contains(.none) && given.isDisjoint(with: ReviewState.ofReview)
  }

  private func isOf(_ name: String, _ entry: AnnotationReport.Entry) -> Bool {
    guard let color = entry.colorValue else { return false }
    let wanted = preferences.color(named: name, for: .highlight)
    if color == wanted || color == preferences.color(named: name, for: entry.annotation.kind) {
      return true
    }
    let named = wanted.flatMap { AnnotationColor.nearest(to: $0, in: preferences.annotationColors) }
    return named != nil && entry.color?.name == named?.name
  }
}

extension LocalTime {
  /// Returns the start of a day, month or year in local time, in seconds since 1970; nil if it is
  /// none.
  static func beginning(of text: String) -> Int64? {
    let words = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = words.compactMap { word in
      word.allSatisfy { $0.isASCII && $0.isNumber } ? Int32(word) : nil
    }
    guard numbers.count == words.count, (1...3).contains(numbers.count),
      (1...9_999).contains(numbers[0]), (1...12).contains(numbers.dropFirst().first ?? 1),
      (1...31).contains(numbers.dropFirst(2).first ?? 1)
    else { return nil }
    var parts = tm()
    parts.tm_year = numbers[0] - 1_900
    parts.tm_mon = (numbers.dropFirst().first ?? 1) - 1
    parts.tm_mday = numbers.dropFirst(2).first ?? 1
    parts.tm_isdst = -1
    let wanted = parts.tm_mday
    let seconds = mktime(&parts)
    // `mktime` turns 31 April into 1 May, which is rejected.
    return parts.tm_mday == wanted ? Int64(seconds) : nil
  }
}
