/// Names that file synchronisers give to the second of two versions changed at the same time.
package enum ConflictCopyName {
  /// Returns the name of the original file; nil if a name is not that of a conflict copy.
  ///
  /// The forms are those of Syncthing (`a.sync-conflict-20260101-120000-ABCDEFG.pdf`), Dropbox (`a (Anna's conflicted copy 2026-01-01).pdf`, in
  /// the language of its user), Nextcloud (`a (conflicted copy 2026-01-01 120000).pdf`) and ownCloud (`a_conflict-20260101-120000.pdf`).
  package static func original(of name: String) -> String? {
    // Each form has a date; lists ask for the name of each row.
    guard name.utf8.count(where: { (0x30...0x39).contains($0) }) >= 8 else { return nil }
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
    // Without an ending the last point is the synchroniser's own.
    if let stem = syncthing(name[...]) { return String(stem) }
    let (stem, ending) = (name[..<(dot ?? name.endIndex)], name[(dot ?? name.endIndex)...])
    guard let original = syncthing(stem) ?? ownCloud(stem) ?? dropbox(stem), !original.isEmpty
    else { return nil }
    return original + String(ending)
  }

  private static func syncthing(_ stem: Substring) -> Substring? {
    cut(stem, at: ".sync-conflict-") { rest in
      let parts = rest.split(separator: "-", omittingEmptySubsequences: false)
      guard (2...3).contains(parts.count), isDate(parts[0]), isTime(parts[1]) else { return false }
      return parts.count == 2
        || parts[2].utf8.count == 7
          && parts[2].allSatisfy { $0.isASCII && $0.isLetter || $0.isNumber }
    }
  }

  private static func ownCloud(_ stem: Substring) -> Substring? {
    cut(stem, at: "_conflict-") { rest in
      let parts = rest.split(separator: "-", omittingEmptySubsequences: false)
      return parts.count == 2 && isDate(parts[0]) && isTime(parts[1])
    }
  }

  /// Also Nextcloud's, which names a time as well.
  private static func dropbox(_ stem: Substring) -> Substring? {
    guard stem.last == ")", let open = stem.range(ofLast: " (") else { return nil }
    let words = stem[open.upperBound...].dropLast().lowercased()
    guard
      copies.contains(where: { conflict, copy in
        words.contains(conflict) && words.contains(copy)
      }), words.split(separator: " ").suffix(2).contains(where: isDay)
    else { return nil }
    return stem[..<open.lowerBound]
  }

  /// The words for “conflict” and “copy” as Dropbox writes them, in lower case and without their endings.
  private static let copies = [
    ("conflicted", "copy"), ("konflikt", "kopi"), ("conflit", "copie"), ("conflicto", "copia"),
    ("conflitto", "copia"), ("conflito", "cópia"), ("conflict", "kopie"), ("motstridig", "kopi"),
    ("конфликт", "копия"), ("конфлікт", "копія"), ("競合", "コピー"), ("冲突", "副本"),
    ("衝突", "複本"), ("충돌", "복사본"),
  ]

  /// Whether a word is a day, such as 2026-01-01.
  private static func isDay(_ word: Substring) -> Bool {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.utf8.count) == [4, 2, 2]
      && parts.joined().utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func cut(
    _ stem: Substring, at mark: String, if isRest: (Substring) -> Bool
  ) -> Substring? {
    guard let range = stem.range(ofLast: mark), isRest(stem[range.upperBound...]),
      range.lowerBound > stem.startIndex
    else { return nil }
    return stem[..<range.lowerBound]
  }

  private static func isDate(_ text: Substring) -> Bool {
    text.utf8.count == 8 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func isTime(_ text: Substring) -> Bool {
    text.utf8.count == 6 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

extension StringProtocol {
  /// Returns where a text occurs last.
  package func range(ofLast text: String) -> Range<Index>? {
    var start = endIndex
    while start > startIndex {
      start = index(before: start)
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
    }
    return nil
  }
}
