import Text

extension Command {
  /// How well typed letters name the command, higher is better; nil where they do not.
  ///
  /// A name that begins so is nearer than words of name and title that do, those nearer than other words for it, and all nearer than letters
  /// in the name's order: what Enter runs must not be a surprise.
  func nearness(to typed: String) -> Int? {
    let typed = typed.lowercased()
    if name == typed { return 4_000 }
    if name.hasPrefix(typed) { return 3_000 }
    let words = (name + " " + title).lowercased().split { !$0.isLetter && !$0.isNumber }
    let wanted = typed.split { !$0.isLetter && !$0.isNumber }
    if !wanted.isEmpty, wanted.allSatisfy({ request in words.contains { $0.hasPrefix(request) } }) {
      return 2_000
    }
    // Two letters begin too many of them.
    let others = synonyms.split(separator: " ")
    let isMeant = wanted.allSatisfy { request in
      words.contains { $0.hasPrefix(request) }
        || others.contains { request.count < 3 ? $0 == request : $0.hasPrefix(request) }
    }
    if !wanted.isEmpty, isMeant { return 1_500 }
    return FuzzyMatch(typed).score(name).map { min(1_000, $0) }
  }
}
