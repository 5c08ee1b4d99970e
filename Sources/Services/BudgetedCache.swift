/// Values by their keys, kept up to a budget in bytes; those that were wanted longest ago go first.
struct BudgetedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    var value: Value
    var cost: Int
    /// Rises with each use.
    var use: Int
  }

  /// In bytes.
  let budget: Int
  private(set) var cost = 0
  private var entries: [Key: Entry] = [:]
  private var lastUse = 0

  init(budget: Int) {
    self.budget = budget
  }

  /// The value of a key, which is then the last to go.
  mutating func value(_ key: Key) -> Value? {
    lastUse += 1
    entries[key]?.use = lastUse
    return entries[key]?.value
  }

  /// Keeps a value that takes so many bytes; one that takes more than there are is not kept.
  mutating func keep(_ value: Value, for key: Key, cost bytes: Int) {
    forget(key)
    guard bytes <= budget else { return }
    lastUse += 1
    entries[key] = Entry(value: value, cost: bytes, use: lastUse)
    cost += bytes
    while cost > budget, let oldest = entries.min(by: { $0.value.use < $1.value.use })?.key {
      forget(oldest)
    }
  }

  mutating func forget(_ key: Key) {
    if let gone = entries.removeValue(forKey: key) { cost -= gone.cost }
  }
}
