package import DocumentModel
import Text

/// Pages set into lines, kept up to a budget in bytes; the oldest set go first.
package struct LayoutCache: Sendable {
  package struct Key: Sendable, Hashable {
    package var document: DocumentID
    package var generation: Int
    package var page: Int
    package var mode: ReadingMode
    package var width: Int
    /// How figures are shown as images; nil for their names.
    package var figures: FigureSpace?
    /// The rows of the image beside a page without words; 0 for others.
    package var rows = 0
  }

  /// In bytes.
  package static let budget = 8 << 20

  private var entries: [Key: PageLayout] = [:]
  private var order: [Key] = []
  /// The memory used, in bytes.
  package private(set) var cost = 0

  package init() {}

  package subscript(key: Key) -> PageLayout? { entries[key] }

  package mutating func insert(_ layout: PageLayout, for key: Key) {
    guard entries.updateValue(layout, forKey: key) == nil else { return }
    order.append(key)
    cost += LayoutCache.cost(of: layout)
    while cost > LayoutCache.budget, order.count > 8, let oldest = order.first {
      order.removeFirst()
      if let gone = entries.removeValue(forKey: oldest) { cost -= LayoutCache.cost(of: gone) }
    }
  }

  /// Forgets the pages of a document.
  package mutating func forget(_ document: DocumentID) {
    order.removeAll { $0.document == document }
    for key in entries.keys where key.document == document {
      if let gone = entries.removeValue(forKey: key) { cost -= LayoutCache.cost(of: gone) }
    }
  }

  private static func cost(of layout: PageLayout) -> Int {
    layout.lines.reduce(0) { $0 + $1.byteCount }
  }
}
