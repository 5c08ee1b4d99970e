import Text

extension Command {
  /// The nearness of a command whose name, title and synonyms have all typed words.
  static let byWords = 1_500

  /// Returns how well typed letters match the command, higher is better; nil if they do not.
  ///
  /// A prefix of the name ranks above words of name and title, those above synonyms, and all above letters in order: Enter must not run a
  /// surprising command.
  func nearness(to typed: String) -> Int? {
    let typed = typed.lowercased()
    if name == typed { return 4_000 }
    if name.hasPrefix(typed) { return 3_000 }
    let words = (name + " " + title).lowercased().split { !$0.isLetter && !$0.isNumber }
    let wanted = typed.split { !$0.isLetter && !$0.isNumber }
    if !wanted.isEmpty, wanted.allSatisfy({ request in words.contains { $0.hasPrefix(request) } }) {
      return 2_000
    }
    // Two letters are too few for synonyms.
    let others = synonyms.split(separator: " ")
    let isMeant = wanted.allSatisfy { request in
      words.contains { $0.hasPrefix(request) }
        || others.contains { request.count < 3 ? $0 == request : $0.hasPrefix(request) }
    }
    if !wanted.isEmpty, isMeant { return Self.byWords }
    return FuzzyMatch(typed).score(name).map { min(1_000, $0) }
  }
}
