extension [OutlineItem] {
  /// Returns the path of child indices, from the top level down, to an entry; `number` counts from 0 in the listing of all entries.
  package func path(ofEntry number: Int) -> [Int]? {
    var left = number
    func search(_ items: [OutlineItem], _ above: [Int]) -> [Int]? {
      for (index, item) in items.enumerated() {
        if left == 0 { return above + [index] }
        left -= 1
        if let found = search(item.children, above + [index]) { return found }
      }
      return nil
    }
    return number < 0 ? nil : search(self, [])
  }

  package func entry(at path: [Int]) -> OutlineItem? {
    guard let first = path.first, indices.contains(first) else { return nil }
    return path.count == 1
      ? self[first] : self[first].children.entry(at: Array<Int>(path.dropFirst()))
  }

  /// Returns the outline after an edit that names entries by number; nil if there is no such entry or it would be moved under itself.
  package func edited(_ edit: DocumentEdit) -> [OutlineItem]? {
    var items = self
    switch edit {
    case .addEntry(let title, let page, let place):
      guard let path = path(for: place) else { return nil }
      items.insert(
        OutlineItem(title: title, target: .destination(Destination(page: page))), at: path)
    case .renameEntry(.number(let number), let title):
      guard let path = path(ofEntry: number) else { return nil }
      items.change(at: path) { $0.title = title }
    case .removeEntry(.number(let number)):
      guard let path = path(ofEntry: number) else { return nil }
      items.remove(at: path)
    case .moveEntry(.number(let number), let place):
      guard var source = path(ofEntry: number), let target = path(for: place),
        let item = entry(at: source), !target.dropLast().starts(with: source)
      else { return nil }
      items.insert(item, at: target)
      // If it was inserted before itself in the same list, or before one of its ancestors, it is one position further now.
      let level = target.count - 1
      if source.count > level, source[..<level] == target[..<level],
        source[level] >= target[level]
      {
        source[level] += 1
      }
      items.remove(at: source)
    default: return nil
    }
    return items
  }

  private func path(for place: OutlinePlace) -> [Int]? {
    switch place {
    case .end: return [count]
    case .under(.number(let number)):
      guard let path = path(ofEntry: number), let above = entry(at: path) else { return nil }
      return path + [above.children.count]
    case .before(.number(let number)): return path(ofEntry: number)
    case .after(.number(let number)):
      guard let path = path(ofEntry: number), let last = path.last else { return nil }
      return path.dropLast() + [last + 1]
    case .under, .before, .after: return nil
    }
  }

  private mutating func insert(_ item: OutlineItem, at path: [Int]) {
    guard let first = path.first else { return }
    guard path.count > 1 else { return insert(item, at: Swift.min(first, count)) }
    self[first].children.insert(item, at: Array<Int>(path.dropFirst()))
  }

  private mutating func change(at path: [Int], _ body: (inout OutlineItem) -> Void) {
    guard let first = path.first else { return }
    guard path.count > 1 else { return body(&self[first]) }
    self[first].children.change(at: Array<Int>(path.dropFirst()), body)
  }

  private mutating func remove(at path: [Int]) {
    guard let first = path.first else { return }
    guard path.count > 1 else {
      remove(at: first)
      return
    }
    self[first].children.remove(at: Array<Int>(path.dropFirst()))
  }
}
