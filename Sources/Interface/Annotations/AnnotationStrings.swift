package import DocumentModel
import Messages

/// Names of annotations, save blockers and cautions.
package enum AnnotationStrings {
  package static func name(of kind: AnnotationKind) -> String { kind.facts.name }

  /// Returns the name of an annotation, of a stamp with its text, and of its group.
  package static func name(of annotation: Annotation, with members: [Annotation] = []) -> String {
    guard !members.isEmpty else {
      let name = name(of: annotation.kind)
      guard annotation.kind == .stamp, !annotation.icon.isEmpty else { return name }
      return "\(name) “\(stampWords(annotation.icon))”"
    }
    let all = [annotation] + members
    if isReplacement(all) { return replacement }
    return all.reduce(into: [String]()) { names, one in
      let name = name(of: one.kind)
      if !names.contains(name) { names.append(name) }
    }.joined(separator: " + ")
  }

  /// Returns a name with its indefinite article.
  package static func withArticle(_ name: String) -> String {
    let isVowel = name.first.map { "aeiou".contains($0.lowercased()) } ?? false
    return (isVowel ? "an " : "a ") + name
  }

  /// Whether a group is struck-out words and a caret's replacement.
  package static func isReplacement(_ group: [Annotation]) -> Bool {
    Set(group.map(\.kind)) == [.caret, .strikeOut]
  }

  private static let replacement = "replace text"

  /// Returns why an annotation at its place would be invisible; nil if it is visible. `least` is the shortest side of any kind, in points.
  package static func whyUnseen(_ annotation: Annotation, least: Double = 0) -> String? {
    if annotation.kind == .line {
      let ends = annotation.strokes.flatMap(\.self)
      return ends.first == ends.last ? "the ends of a line must differ" : nil
    }
    if annotation.box.isEmpty { return "it needs a size" }
    let least = max(least, leastSides[annotation.kind] ?? 0)
    guard Double(min(annotation.box.width, annotation.box.height)) < least else { return nil }
    return "it is too small to be visible; the minimum is \(Int(least)) points in each direction"
  }

  /// The shortest sides in points with which a kind is visible.
  private static let leastSides: [AnnotationKind: Double] = [
    .box: Annotation.leastSide, .circle: Annotation.leastSide, .stamp: 6, .freeText: 6,
  ]

  /// The heading over those that found no place in another version of their document.
  package static let withoutPlace = "Without a place in this version"

  /// Why it is not in the file, and what can be done.
  package static func sentence(
    _ obstacle: SaveBlocker, ofForm isForm: Bool = false
  ) -> String {
    let what = isForm ? "form values are" : "annotations are"
    let cure = cure(obstacle, ofForm: isForm)
    return "\(reason(obstacle, ofForm: isForm)): \(what) kept in Recto's library\(cure)"
  }

  /// Returns how an edit can leave the library, to append to the reason; empty if there is no way.
  static func cure(_ obstacle: SaveBlocker, ofForm isForm: Bool = false) -> String {
    let words = obstacle.text.cure
    return isForm ? words.replacing("with them", with: "with it") : words
  }

  /// Returns the reason as an item of a list of facts.
  package static func reason(
    _ obstacle: SaveBlocker, ofForm isForm: Bool = false
  ) -> String {
    isForm ? obstacle.text.formReason ?? obstacle.text.reason : obstacle.text.reason
  }

  /// Returns a sentence about edits that are not in the file; `isForm` selects form values, `pageName` names a page
  /// by its index.
  package static func sentence(
    _ saveStatus: SaveStatus, ofForm isForm: Bool = false, pageName: (Int) -> String
  ) -> String? {
    guard saveStatus.leftOutPages.isEmpty else {
      let names = saveStatus.leftOutPages.map(pageName)
      return saveStatus.hindrance == .unverified
        ? sentence(unverifiedOn: names) : sentence(fullPages: names)
    }
    return saveStatus.hindrance.map { sentence($0, ofForm: isForm) }
  }

  /// The maximum number of pages named; the rest is counted.
  private static let mostNamed = 5

  private static func sentence(unverifiedOn names: [String]) -> String {
    "Some edits on \(pages(names)) could not be verified after writing: they are kept in Recto's library, all others are in the file"
  }

  private static func sentence(fullPages names: [String]) -> String {
    "\(tooMany(names)): edits there are kept in Recto's library, all others are in the file"
  }

  /// Returns a sentence about edits missing from a copy, by the names of their pages.
  package static func sentence(leftOutOfCopy names: [String]) -> String {
    "Edits on \(pages(names)) cannot be written and are not in the copy; all others are"
  }

  private static func pages(_ names: [String]) -> String {
    (names.count == 1 ? "p. " : "pages ") + listed(names)
  }

  private static func listed(_ names: [String]) -> String {
    let rest = names.count > mostNamed ? " and \(names.count - mostNamed) more" : ""
    return names.prefix(mostNamed).joined(separator: ", ") + rest
  }

  private static func tooMany(_ names: [String]) -> String {
    let subject = names.count == 1 ? "Page \(listed(names)) has" : "Pages \(listed(names)) have"
    return "\(subject) too many annotations to be written"
  }

  /// Shown if only one library verified the update.
  package static let seenOnce =
    "Saved, verified by libqpdf only: poppler cannot read this document reliably"

  /// Returns the warnings about an edit, one sentence each; `isBroken` says whether a signature of the document is broken already.
  package static func sentences(
    _ cautions: Set<AnnotationCaution>, isBroken: Bool = false
  ) -> [String] {
    // A certified document is signed.
    let shown = cautions.contains(.certified) ? cautions.subtracting([.signed]) : cautions
    return AnnotationCaution.allCases.filter { shown.contains($0) }.map { caution in
      isBroken && (caution == .signed || caution == .certified) ? broken : sentence(caution)
    }
  }

  private static let broken =
    "A signature of this document is broken already; it cannot become valid by a change."

  /// Returns the warning about an edit.
  package static func sentence(_ caution: AnnotationCaution) -> String { cautions[caution] ?? "" }

  private static let cautions: [AnnotationCaution: String] = [
    .signed:
      "This document is signed: the signed bytes stay unchanged, but programs will report an addition.",
    .certified:
      "A signature certifies this document and allows this change; programs will report an addition.",
    .usageRights:
      "This document is extended for Adobe Reader (UR3), which drops the extension after a change.",
    .xfa:
      "This form also has an XFA part: Recto fills in the AcroForm fields, and Adobe's programs may still show the XFA values.",
    .hardLinks: "This file has other names (hard links), which keep the present contents.",
  ]

  /// Returns a one-line description.
  static func summary(_ state: State, of annotation: Annotation) -> String {
    let list = state.document?.annotations ?? AnnotationList()
    var words = list.name(of: annotation)
    words = words.prefix(1).uppercased() + words.dropFirst()
    let color = state.preferences.colorWords(list.color(of: annotation))
    if !color.isEmpty, !color.hasPrefix("#") { words += ", " + color }
    let author = state.environment.authorWords(annotation)
    if !author.isEmpty { words += "  ·  " + author }
    let text = annotation.contents.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.isEmpty ? words : words + "  ·  " + text
  }
}

extension Environment {
  /// Returns the creation date, and the date of the change if that is another day, for lists.
  func dateWords(_ annotation: Annotation) -> String {
    let day = dayWords(annotation)
    guard let made = annotation.created, let changed = annotation.modified,
      !CalendarDate.isSameDay(made + zone, changed + zone)
    else { return day }
    return
      "\(day), changed \(date(changed))"
  }

  /// Returns the creation day, with the time if it changed on that day.
  func dayWords(_ annotation: Annotation) -> String {
    guard var time = annotation.created ?? annotation.modified else { return "" }
    if let changed = annotation.modified,
      CalendarDate.isSameDay(time + zone, changed + zone)
    {
      time = changed
    }
    return date(time)
  }

  /// Returns the author and the date.
  func authorWords(_ annotation: Annotation) -> String {
    [annotation.author, dateWords(annotation)].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension Preferences {
  /// Returns a colour's name and meaning; hexadecimal digits if it is not one of the user's.
  func colorWords(_ color: UInt32?, withMeaning: Bool = true) -> String {
    guard let color else { return "" }
    guard let named = AnnotationColor.nearest(to: color, in: annotationColors) else {
      let digits = String(color, radix: 16)
      return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
    return named.meaning.isEmpty || !withMeaning ? named.name : "\(named.name): \(named.meaning)"
  }
}
