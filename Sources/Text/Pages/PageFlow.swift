import DocumentModel

/// The characters of a page in reading order, without running heads; a newline separates two blocks.
package struct PageFlow {
  package private(set) var scalars: [UInt32] = []
  /// The index of each character in the page's scalars, -1 for inserted ones.
  package private(set) var origins: [Int32] = []
  /// The start of each block, with its index in the page's blocks.
  package private(set) var blocks: [(start: Int, index: Int)] = []

  package init(_ content: PageContent) {
    for (index, block) in content.blocks.enumerated()
    where !block.isRunningHead && !block.scalars.isEmpty {
      if !scalars.isEmpty {
        scalars.append(0x0A)
        origins.append(-1)
      }
      blocks.append((scalars.count, index))
      scalars += block.scalars
      origins += block.origins
    }
  }

  /// Returns the position of a page's character in the flow; nil if it is not part of it.
  package func index(of origin: Int) -> Int? { origins.firstIndex(of: Int32(clamping: origin)) }

  /// Returns the index in `blocks` of the block at a position.
  package func block(at index: Int) -> Int? { blocks.lastIndex { $0.start <= index } }
}
