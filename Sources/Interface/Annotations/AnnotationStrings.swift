package import DocumentModel

/// What annotations and what becomes of them are called.
package enum AnnotationStrings {
  package static func name(of kind: AnnotationKind) -> String { names[kind]?.name ?? "annotation" }

  /// The same of one annotation, a stamp with what it says, and those it makes one with.
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

  /// Words struck out, and what a caret puts in their place.
  package static func isReplacement(_ group: [Annotation]) -> Bool {
    Set(group.map(\.kind)) == [.caret, .strikeOut]
  }

  private static let replacement = "replace text"

  /// The heading over those that found no place in another version of their document.
  package static let withoutPlace = "Without a place in this version"

  /// Why it is not in the file, and what can be done.
  package static func sentence(
    _ obstacle: SaveBlocker, ofForm isForm: Bool = false
  ) -> String {
    guard obstacles[obstacle] != nil else { return "" }
    let what = isForm ? "what is filled in is" : "annotations are"
    let cure = cure(obstacle, ofForm: isForm)
    return "\(reason(obstacle, ofForm: isForm)): \(what) kept in Recto's library\(cure)"
  }

  /// How it gets out of the library, to be put behind that it is there; empty where there is no way.
  static func cure(_ obstacle: SaveBlocker, ofForm isForm: Bool = false) -> String {
    let words = obstacles[obstacle]?.cure ?? ""
    return isForm ? words.replacing("with them", with: "with it") : words
  }

  private static let formReasons: [SaveBlocker: String] = [
    .format: "Only PDFs have forms", .forbidden: "The document does not allow filling in its form",
    .certified: "A signature certifies the document as it is",
  ]

  /// The same for a list of facts.
  package static func reason(
    _ obstacle: SaveBlocker, ofForm isForm: Bool = false
  ) -> String {
    isForm ? formReasons[obstacle] ?? reason(obstacle) : obstacles[obstacle]?.reason ?? ""
  }

  /// What of it is not in the file; `isForm`: of what is filled in, `pageName`: what a page is called, by its index.
  package static func sentence(
    _ standing: SaveStatus, ofForm isForm: Bool = false, pageName: (Int) -> String
  ) -> String? {
    guard standing.leftOutPages.isEmpty else {
      let names = standing.leftOutPages.map(pageName)
      return standing.hindrance == .unverified
        ? sentence(unverifiedOn: names) : sentence(fullPages: names)
    }
    return standing.hindrance.map { sentence($0, ofForm: isForm) }
  }

  /// Pages of which the rest is told as a number.
  private static let mostNamed = 5

  private static func sentence(unverifiedOn names: [String]) -> String {
    "Some of what was edited on \(pages(names)) does not read back as it should when it is written: it is kept in Recto's library, all else is in the file"
  }

  private static func sentence(fullPages names: [String]) -> String {
    "\(tooMany(names)): what is edited there is kept in Recto's library, all else is in the file"
  }

  /// What of edits is not in a copy, by the names of the pages they are on.
  package static func sentence(leftOutOfCopy names: [String]) -> String {
    "What is edited on \(pages(names)) cannot be written there and is not in the copy, all else is"
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

  private static let copy = "; :save-copy writes a copy with them"
  private static let obstacles: [SaveBlocker: (reason: String, cure: String)] = [
    .format: ("Only PDFs hold annotations", ""),
    .readOnlyFile: ("The file is read-only", copy),
    .readOnlyFolder: ("The folder is read-only", copy),
    .diskFull: (
      "The disk is full", " until there is room; :save-copy writes a copy with them elsewhere"
    ),
    .noFile: ("There is no file to write to", copy),
    .damaged: ("The file is damaged", "; :save-copy writes a repaired copy with them"),
    .unmendable: ("The file is too damaged to be written or mended", ""),
    .encryption: ("The file is encrypted in a way Recto cannot write", ""),
    .forbidden: ("The document does not allow annotations", ""),
    .certified: (
      "A signature certifies the document without annotations",
      "; :save-copy writes a copy with them, for which the signature does not stand"
    ),
    .tooLarge: ("The file, or what is to be put into it, is too large to be written safely", ""),
    .tooManyAnnotations: ("The pages with edits have too many annotations to be written", ""),
    .unverified: ("What was to be written did not read back as it should, and was not", ""),
    .failed: (
      "The file could not be written",
      "; :save-annotations tries again, :save-copy writes a copy with them"
    ),
  ]

  /// Said of what was written and seen through by one library alone.
  package static let seenOnce =
    "Saved; libqpdf alone has checked it, as poppler, which shows the pages, cannot read them unaided or does not get through this document"

  /// What an edit may cost.
  package static func sentence(_ caution: AnnotationCaution) -> String { cautions[caution] ?? "" }

  private static let cautions: [AnnotationCaution: String] = [
    .signed:
      "This document is signed: what was signed stays as it is, but programs will say that something was added.",
    .certified:
      "A signature certifies this document; it allows this, and programs will say that something was added.",
    .usageRights:
      "This document is extended for Adobe Reader (UR3), which drops the extension once it was changed.",
    .xfa:
      "This form also has an XFA part: Recto fills in the other one, and Adobe's programs may go on showing what XFA says.",
    .hardLinks: "This file has other names (hard links), which will keep the contents it has now.",
  ]
}

extension State {
  /// A colour's name with what it means; as hexadecimal digits where it is none of the user's.
  func colorWords(_ color: UInt32?, withMeaning: Bool = true) -> String {
    guard let color else { return "" }
    guard let named = AnnotationColor.nearest(to: color, in: preferences.annotationColors) else {
      let digits = String(color, radix: 16)
      return "#" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
    return named.meaning.isEmpty || !withMeaning ? named.name : "\(named.name): \(named.meaning)"
  }

  /// When it was made, and when it was changed where that was on another day, as lists show it.
  func dateWords(_ annotation: Annotation) -> String {
    let day = dayWords(annotation)
    guard let made = annotation.created, let changed = annotation.modified,
      !CalendarDate.isSameDay(made + zone, changed + zone)
    else { return day }
    return "\(day), changed \(CalendarDate.short(changed + zone, now: now + zone))"
  }

  /// The day it was made; what was changed on that day has its time.
  func dayWords(_ annotation: Annotation) -> String {
    guard var time = annotation.created ?? annotation.modified else { return "" }
    if let changed = annotation.modified, CalendarDate.isSameDay(time + zone, changed + zone) {
      time = changed
    }
    return CalendarDate.short(time + zone, now: now + zone)
  }

  /// Who made it, and when.
  func authorWords(_ annotation: Annotation) -> String {
    [annotation.author, dateWords(annotation)].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// One line that says what it is.
  func summary(of annotation: Annotation) -> String {
    let list = document?.annotations ?? AnnotationList()
    var words = list.name(of: annotation)
    words = words.prefix(1).uppercased() + words.dropFirst()
    let color = colorWords(list.color(of: annotation))
    if !color.isEmpty, !color.hasPrefix("#") { words += ", " + color }
    let author = authorWords(annotation)
    if !author.isEmpty { words += "  ·  " + author }
    let text = annotation.contents.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.isEmpty ? words : words + "  ·  " + text
  }
}
