/// Web addresses, DOIs, arXiv numbers, ISBNs and e-mail addresses as they are printed in a text.
enum PrintedAddress {
  /// Returns the addresses of a text; `isJoint` tells whether a blank was inserted where two lines were joined, where an address may go on.
  static func all(in text: [UInt32], isJoint: (Int) -> Bool) -> [ReferenceMention] {
    var found: [ReferenceMention] = []
    var (at, last) = (0, 0)
    while at < text.count {
      if text[at] == 0x40, let (address, range) = mail(at, in: text, isJoint) {
        found.append(ReferenceMention(target: .uri(address), range: range))
        at = range.upperBound
      } else if mayBegin(at, text),
        // `URLhttp://…`: a scheme is none of a word.
        at == last || !isWordPart(text[at - 1]) || isScheme(at, text),
        let (address, range) = address(at, in: text, isJoint)
      {
        found.append(ReferenceMention(target: .uri(address), range: range))
        at = range.upperBound
        last = at
      } else {
        at += 1
      }
    }
    return found
  }

  /// Whether the first two characters of an address are at an index, which is cheap to see.
  @inline(__always)
  private static func mayBegin(_ start: Int, _ text: [UInt32]) -> Bool {
    guard start + 1 < text.count else { return false }
    let next = Script.lower(text[start + 1])
    return switch Script.lower(text[start]) {
    case 0x68, 0x66: next == 0x74  // ht, ft
    case 0x77: next == 0x77  // ww
    case 0x64: next == 0x6F  // do
    case 0x61: next == 0x72  // ar
    case 0x69: next == 0x73  // is
    case 0x31: next == 0x30  // 10
    default: false
    }
  }

  private static func isScheme(_ start: Int, _ text: [UInt32]) -> Bool {
    text[start] == 0x68 && text[start - 1] != 0x2F
      && (begins("http://", start, text) || begins("https://", start, text))
  }

  /// Whether a text has a scheme at an index; a line may end within it: `https:` `//example.org`.
  private static func begins(
    scheme: String, _ start: Int, _ text: [UInt32], _ isJoint: (Int) -> Bool
  ) -> Bool {
    if begins(scheme, start, text) { return true }
    guard let colon = scheme.utf8.firstIndex(of: 0x3A) else { return false }
    let (name, rest) = (scheme[...colon], scheme[scheme.index(after: colon)...])
    let joint = start + name.utf8.count
    return begins(String(name), start, text) && joint < text.count && Script.isBlank(text[joint])
      && isJoint(joint) && begins(String(rest), joint + 1, text)
  }

  private static func isWordPart(_ scalar: UInt32) -> Bool {
    Script.isLetter(scalar) && !Script.isIdeographic(scalar) || Script.isDigit(scalar)
      || scalar == 0x2F
  }

  private static func address(
    _ start: Int, in text: [UInt32], _ isJoint: (Int) -> Bool
  ) -> (String, Range<Int>)? {
    switch Script.lower(text[start]) {
    case 0x68, 0x66, 0x77:  // h, f, w
      for scheme in ["https://", "http://", "ftp://", "www."]
      where begins(scheme: scheme, start, text, isJoint) {
        let (body, end) = body(start, in: text, isJoint)
        guard body.count > scheme.count + 2, hasHost(body) else { return nil }
        return ((scheme == "www." ? "http://" : "") + body, start..<end)
      }
    case 0x64:  // doi
      for prefix in ["doi:", "doi "] where begins(prefix, start, text) {
        var index = start + prefix.count
        while index < text.count, Script.isBlank(text[index]) { index += 1 }
        if let (doi, end) = doi(index, in: text, isJoint) {
          return ("https://doi.org/" + doi, start..<end)
        }
      }
    case 0x31:
      if let (doi, end) = doi(start, in: text, isJoint) {
        return ("https://doi.org/" + doi, start..<end)
      }
    case 0x61:
      guard let label = arxivLabels.first(where: { begins($0, start, text) }) else { return nil }
      var index = start + label.utf8.count
      while index < text.count, Script.isBlank(text[index]) { index += 1 }
      if let (number, end) = arxiv(index, in: text) {
        return ("https://arxiv.org/abs/" + number, start..<end)
      }
    case 0x69:
      guard begins("isbn", start, text) else { return nil }
      return isbn(start, in: text)
    default: break
    }
    return nil
  }

  /// Whether an address names a host with its domain, and has no dash that is a drawn underscore.
  private static func hasHost(_ address: String) -> Bool {
    let parts = address.split(separator: "/").drop { $0.last == ":" }
    // A name and a password may stand before it.
    let host = parts.first?.split(separator: "@").last?.prefix { !":?#".contains($0) } ?? ""
    return (host.contains(".") || host == "localhost")
      && !address.unicodeScalars.contains { $0 == "\u{2013}" || $0 == "\u{2014}" }
  }

  private static func begins(_ prefix: String, _ start: Int, _ text: [UInt32]) -> Bool {
    guard start + prefix.utf8.count <= text.count else { return false }
    return zip(prefix.utf8, text[start...]).allSatisfy { UInt32($0) == Script.lower($1) }
  }

  private static let arxivLabels = ["arxiv:", "arxiv eprint:", "arxiv e-print:", "arxiv preprint:"]
  private static let longest = 1_000
  /// Signs after which an address goes on in the next line.
  private static let open: Set<UInt32> = Set("/-_=&?%#~.:".unicodeScalars.map(\.value))
  /// Those with which no address ends.
  static let unfinished: Set<UInt32> = Set("_=&%~".unicodeScalars.map(\.value))
  private static let forbidden: Set<UInt32> = Set(
    "<>¡¿\"{}|\\^`«»“”„ \u{200B}\u{200C}\u{200D}\u{200E}\u{200F}\u{2060}\u{FEFF}".unicodeScalars
      .map(
        \.value)
  )

  /// Reads an address's characters up to a blank; returns it without the punctuation of the sentence.
  private static func body(
    _ start: Int, in text: [UInt32], _ isJoint: (Int) -> Bool
  ) -> (String, end: Int) {
    var scalars: [UInt32] = []
    var ends: [Int] = []
    var at = start
    while at < text.count, at - start < longest {
      let scalar = text[at]
      if Script.isBlank(scalar) {
        guard at + 1 < text.count, let last = scalars.last,
          isJoint(at)
            && (open.contains(last) && goesOn(at + 1, in: text, after: scalars)
              || PrintedDOI.goesOn(at + 1, in: text, after: scalars))
            || last == 0x2E && isHostIncomplete(scalars) && Script.isLowerCase(text[at + 1])
        else { break }
        at += 1
        continue
      }
      // The next address may follow without a blank; one within an archive's follows a slash.
      if at > start, text[at - 1] != 0x3D, isScheme(at, text) { break }
      // Letters of the other direction are not in the order of the address; a sign nobody knows is none of it.
      if Script.isRightToLeft(scalar), scalars.last != 0x2F { break }
      if Script.isRightToLeft(scalar) || isUnknown(at, in: text) { return ("", start) }
      if scalar == 0x3C, PrintedDOI.isBegun(scalars), let end = PrintedDOI.serialEnd(at, in: text) {
        scalars += text[at..<end]
        ends += at + 1...end
        at = end
        continue
      }
      guard scalar > 0x20, !forbidden.contains(scalar), !Script.isIdeographic(scalar) else { break }
      // A sentence goes on behind its own bracket: `(https://example.org)2017`.
      if scalar == 0x29,
        scalars.count(where: { $0 == 0x28 }) <= scalars.count(where: { $0 == 0x29 })
      {
        break
      }
      scalars.append(typed[scalar] ?? scalar)
      at += 1
      ends.append(at)
    }
    while let last = scalars.last, isPunctuation(last, in: scalars) {
      scalars.removeLast()
      ends.removeLast()
    }
    // The sentence's end and a year behind it: `…/Pyrex/.2010`.
    if scalars.count > 12, Year.end(at: scalars.count - 4, in: scalars) == scalars.count,
      scalars[scalars.count - 5] == 0x2E, !Script.isDigit(scalars[scalars.count - 6])
    {
      scalars.removeLast(5)
      ends.removeLast(5)
    }
    // `http://host/name-(.+)\.tar` is a pattern of addresses.
    if at < text.count, text[at] == 0x5C { return ("", start) }
    let word = String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
    // `http://host/…/page` stands for many.
    if word.contains("...") || word.contains("…") { return ("", start) }
    return (word, ends.last ?? start)
  }

  /// Signs that are set for those of an address.
  private static let typed: [UInt32: UInt32] = [
    0x223C: 0x7E, 0x2212: 0x2D, 0x2010: 0x2D, 0x2011: 0x2D,
  ]

  /// Whether a glyph without a character is at an index: `⟨?⟩`.
  private static func isUnknown(_ index: Int, in text: [UInt32]) -> Bool {
    text[index] == 0xFFFD || text[index...].starts(with: [0x27E8, 0x3F, 0x27E9])
  }

  /// Whether an address ends within the name of its host: `http://home.`.
  private static func isHostIncomplete(_ address: [UInt32]) -> Bool {
    let host = address.split(separator: 0x2F).dropFirst()
    return host.count == 1 && host.first?.count(where: { $0 == 0x2E }) == 1
  }

  /// Whether an address goes on in the next line; a full stop at a line's end may end the sentence, above all before a year.
  private static func goesOn(_ index: Int, in text: [UInt32], after address: [UInt32]) -> Bool {
    let (next, isStop) = (text[index], address.last == 0x2E)
    guard isStop else {
      if let last = address.last, unfinished.contains(last) { return true }
      let word = text[index...].prefix(80).prefix { !Script.isBlank($0) }
      // A mere word goes on with the sentence.
      return word.dropLast().contains { open.contains($0) || Script.isDigit($0) }
        || word.last.map(Script.isDigit) == true
    }
    if address.dropLast().last == 0x2F { return false }
    if let end = Year.end(at: index, in: text) {
      return end + 1 < text.count && text[end] == 0x2E && Script.isDigit(text[end + 1])
    }
    return Script.isDigit(next) || Script.isLowerCase(next)
  }

  private static func isPunctuation(_ last: UInt32, in scalars: [UInt32]) -> Bool {
    switch last {
    case 0x28, 0x2E, 0x2C, 0x3B, 0x3A, 0x21, 0x3F, 0x27, 0x2019: true
    case 0x29: scalars.count { $0 == 0x29 } > scalars.count { $0 == 0x28 }
    case 0x5D: scalars.count { $0 == 0x5D } > scalars.count { $0 == 0x5B }
    default: false
    }
  }

  /// Reads `10.1000/182` (ISO 26324).
  static func doi(
    _ start: Int, in text: [UInt32], _ isJoint: (Int) -> Bool
  ) -> (String, end: Int)? {
    guard start + 8 < text.count, text[start] == 0x31, text[start + 1] == 0x30,
      text[start + 2] == 0x2E
    else { return nil }
    var at = start + 3
    while at < text.count, Script.isDigit(text[at]) || text[at] == 0x2E && at > start + 6 {
      at += 1
    }
    guard (7...14).contains(at - start), at < text.count, text[at] == 0x2F else { return nil }
    let (body, end) = body(start, in: text, isJoint)
    return end > at + 1 ? (body, end) : nil
  }

  /// Reads `2101.00001v2` or `hep-th/9901001`.
  private static func arxiv(_ start: Int, in text: [UInt32]) -> (String, end: Int)? {
    var at = start
    while at < text.count, at - start < 24,
      Script.isDigit(text[at]) || text[at] < 0x80 && Script.isLetter(text[at])
        || [0x2E, 0x2D, 0x2F].contains(text[at])
    {
      at += 1
    }
    while at > start, !Script.isDigit(text[at - 1]) { at -= 1 }
    let digits = text[start..<at].count(where: Script.isDigit)
    guard digits >= 7 else { return nil }
    return (String(String.UnicodeScalarView(text[start..<at].compactMap(Unicode.Scalar.init))), at)
  }

  /// Reads an ISBN of 10 or 13 digits whose check digit is right.
  private static func isbn(_ start: Int, in text: [UInt32]) -> (String, Range<Int>)? {
    var at = start + 4
    if at + 3 < text.count, text[at] == 0x2D || Script.isBlank(text[at]), text[at + 1] == 0x31,
      text[at + 2] == 0x30 || text[at + 2] == 0x33, !Script.isDigit(text[at + 3])
    {
      at += 3
    }
    while at < text.count, text[at] == 0x3A || Script.isBlank(text[at]) { at += 1 }
    var digits: [UInt32] = []
    var end = at
    while at < text.count, digits.count < 14 {
      if Script.isDigit(text[at]) || digits.count == 9 && Script.lower(text[at]) == 0x78 {
        digits.append(Script.isDigit(text[at]) ? text[at] - 0x30 : 10)
        end = at + 1
      } else if !Script.isHyphen(text[at]) && text[at] != 0x20 && text[at] != 0x2013 {
        break
      }
      at += 1
    }
    if digits.count == 10 {
      let sum = digits.enumerated().reduce(0) { $0 + (10 - $1.offset) * Int($1.element) }
      guard sum % 11 == 0 else { return nil }
    } else {
      let sum = digits.enumerated().reduce(0) {
        $0 + ($1.offset % 2 == 0 ? 1 : 3) * Int($1.element)
      }
      guard digits.count == 13, sum % 10 == 0, !digits.contains(10) else { return nil }
    }
    let number = digits.map { $0 == 10 ? "X" : String($0) }.joined()
    return ("https://openlibrary.org/isbn/" + number, start..<end)
  }

  /// Reads an e-mail address around `@`; its host may go on in the next line.
  private static func mail(
    _ at: Int, in text: [UInt32], _ isJoint: (Int) -> Bool
  ) -> (String, Range<Int>)? {
    func part(_ index: Int) -> UInt32? {
      let scalar = typed[text[index]] ?? text[index]
      let isPart =
        (scalar < 0x80
          || index > at && !Script.isIdeographic(scalar) && !Script.isRightToLeft(scalar))
        && (Script.isLetter(scalar) || Script.isDigit(scalar))
        || [0x2E, 0x2D, 0x5F, 0x2B].contains(scalar)
      return isPart ? scalar : nil
    }
    var start = at
    while start > 0, at - start < 64, part(start - 1) != nil { start -= 1 }
    while start < at, [0x2E, 0x2D].contains(part(start)) { start += 1 }
    var address = text[start...at].map { typed[$0] ?? $0 }
    var end = at + 1
    var index = end
    while index < text.count, index - at < 128 {
      if let scalar = part(index), scalar != 0x2B, scalar != 0x5F {
        address.append(scalar)
        if scalar != 0x2E, scalar != 0x2D { end = index + 1 }
      } else if !(text[index] == 0x20 && isJoint(index) && address.last == 0x2E
        && index + 1 < text.count && Script.isLowerCase(text[index + 1]))
      {
        break
      }
      index += 1
    }
    while [0x2E, 0x2D].contains(address.last) { address.removeLast() }
    let host = address[(at - start + 1)...].split(
      separator: 0x2E, omittingEmptySubsequences: false)
    guard start < at, host.count >= 2, host.allSatisfy({ !$0.isEmpty }),
      let top = host.last, top.count >= 2, top.allSatisfy(Script.isLetter)
    else { return nil }
    let word = String(String.UnicodeScalarView(address.compactMap(Unicode.Scalar.init)))
    return ("mailto:" + word, start..<end)
  }
}
