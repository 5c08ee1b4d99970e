/// Finds the first of many names in natural order as they arrive, in a fraction of the time of sorting all.
package struct FirstNames: Sendable {
  private let count: Int
  /// Names that may be among the first, by the heads of their keys.
  private var candidates: [(head: NameHead, index: Int32)] = []
  /// No name after this bound is among the first.
  private var bound: NameHead?
  private var most: Int
  private var base = BaseLetters()

  /// Finds so many.
  package init(_ count: Int) {
    self.count = max(1, count)
    most = self.count * 4
  }

  /// Takes a name by its index; indices rise.
  package mutating func add(_ name: String, at index: Int32) {
    let head = NameHead(of: name, &base)
    if let bound, bound < head { return }
    candidates.append((head, index))
    if candidates.count >= most { drop() }
  }

  private mutating func drop() {
    candidates.sort { $0.head != $1.head ? $0.head < $1.head : $0.index < $1.index }
    let last = candidates[count - 1].head
    bound = last
    // Names that start like the last candidate may precede it.
    candidates.removeAll { last < $0.head }
    most = candidates.count * 2 + count * 4
  }

  /// The indices of the first names in order.
  package func found(_ name: (Int32) -> String) -> [Int32] {
    let indices = candidates.map(\.index).sorted()
    return NaturalOrder(indices.map(name)).sorted().prefix(count).map { indices[$0] }
  }
}
