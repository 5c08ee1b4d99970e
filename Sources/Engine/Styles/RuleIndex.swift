/// The rules of all sheets, indexed by the id, class or name that the element of each must have.
struct RuleIndex {
  /// A rule with its rank in the cascade.
  struct Entry {
    let rule: StyleRule
    /// Origin, specificity and order: the greater rank wins.
    let rank: Int
  }

  private(set) var entries: [Entry] = []
  private var byID: [String: [Int]] = [:]
  private var byClass: [String: [Int]] = [:]
  private var byName: [String: [Int]] = [:]
  private var universal: [Int] = []

  static let mostRules = 20_000

  mutating func add(_ rules: [StyleRule], isAuthor: Bool) {
    for rule in rules where entries.count < Self.mostRules {
      let number = entries.count
      // 30 bits of specificity and 16 of order.
      let rank = (isAuthor ? 1 : 0) << 46 | rule.selector.specificity << 16 | number
      entries.append(Entry(rule: rule, rank: rank))
      let subject = rule.selector.subject
      if let id = subject.id {
        byID[id, default: []].append(number)
      } else if let last = subject.classes.last {
        byClass[last, default: []].append(number)
      } else if let name = subject.name {
        byName[name, default: []].append(number)
      } else {
        universal.append(number)
      }
    }
  }

  func knows(id: String) -> Bool { byID[id] != nil }

  /// Rules whose last compound may be an element's, in the order of the cascade, and at most so many.
  func candidates(name: String, id: String?, classes: [String], most: Int) -> [Int] {
    var found = Array(universal.prefix(most))
    func add(_ rules: [Int]?) {
      if let rules { found += rules.prefix(most - found.count) }
    }
    add(byName[name])
    add(id.flatMap { byID[$0] })
    for (index, single) in classes.enumerated() where !classes[..<index].contains(single) {
      add(byClass[single])
    }
    return found.sorted { entries[$0].rank < entries[$1].rank }
  }
}
