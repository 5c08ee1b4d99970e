package import DocumentModel
import Messages

/// The open documents in the order in which they were opened, and their pages set into lines.
package struct Documents: Sendable, RandomAccessCollection, MutableCollection {
  private var all: [Document] = []
  private var nextID = 1
  package var layouts = LayoutCache()

  package init() {}

  package var startIndex: Int { 0 }
  package var endIndex: Int { all.count }

  package subscript(index: Int) -> Document {
    get { all[index] }
    _modify { yield &all[index] }
  }

  package subscript(id: DocumentID) -> Document? { index(of: id).map { all[$0] } }

  /// Returns the index of a document. It copies no document, since it is called several times for each key.
  package func index(of id: DocumentID) -> Int? {
    all.indices.first { all[$0].id == id }
  }

  mutating func add(
    path: String, start: StartingPoint, isGlance: Bool = false
  ) -> Document {
    var document = Document(id: DocumentID(nextID), path: path, start: start)
    document.isGlance = isGlance
    nextID += 1
    all.append(document)
    return document
  }

  mutating func remove(_ id: DocumentID) {
    all.removeAll { $0.id == id }
    layouts.forget(id)
  }
}

extension Documents {
  mutating func sayShortfall(_ index: Int, _ notices: inout Notices) {
    let name = self[index].fileName
    switch self[index].summary.flow?.shortfall {
    case .tooLarge: notices.say("\(name) is too large for Markdown; showing plain text")
    case .tooDeep:
      notices.say("\(name) is nested too deeply for Markdown; showing plain text")
    case nil: break
    }
  }
}
