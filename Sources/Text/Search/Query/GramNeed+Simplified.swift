extension GramNeed {
  /// The deepest nesting: FTS5's parser, which reads the query of `front`, fails somewhere beyond 30 levels.
  private static let deepest = 12

  /// Returns the requirement without the parts that require nothing; a part that is nested too deeply requires nothing.
  package func simplified() -> GramNeed { simplified(depth: 0) }

  private func simplified(depth: Int) -> GramNeed {
    guard depth < Self.deepest else { return .nothing }
    switch self {
    case .nothing: return .nothing
    case .grams(let grams): return grams.isEmpty ? .nothing : self
    case .all(let needs): return Self.joined(needs.map { $0.simplified(depth: depth + 1) })
    case .either(let needs):
      let ways = needs.map { $0.simplified(depth: depth + 1) }
      return ways.isEmpty || ways.contains(.nothing)
        ? .nothing : ways.count == 1 ? ways[0] : .either(ways)
    }
  }
}
