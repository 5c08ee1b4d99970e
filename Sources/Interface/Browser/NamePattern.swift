/// A pattern of names as in the shell: `*` for anything, `?` for one character; without either, a part of the name.
package struct NamePattern: Sendable {
  private let wanted: [Character]

  package init(_ pattern: String) {
    let hasWildcards = pattern.contains { $0 == "*" || $0 == "?" }
    wanted = Array(hasWildcards ? pattern.lowercased() : "*\(pattern.lowercased())*")
  }

  package func matches(_ name: String) -> Bool {
    let letters = Array(name.lowercased())
    var (at, next) = (0, 0)
    // The position of the last star, and how much it has matched.
    var star: (pattern: Int, letter: Int)?
    while at < letters.count {
      if next < wanted.count, wanted[next] == "*" {
        star = (next, at)
        next += 1
      } else if next < wanted.count, wanted[next] == "?" || wanted[next] == letters[at] {
        at += 1
        next += 1
      } else if let last = star {
        star = (last.pattern, last.letter + 1)
        at = last.letter + 1
        next = last.pattern + 1
      } else {
        return false
      }
    }
    return wanted[next...].allSatisfy { $0 == "*" }
  }
}
