/// The footnotes, endnotes and comments of a document of WordprocessingML.
struct WordNotes {
  enum Kind: String, CaseIterable { case footnote, endnote }

  struct Reference: Hashable {
    var kind: Kind
    var id: String
  }

  private(set) var nodes: [Reference: MarkupNode] = [:]
  /// The relationships of the parts of notes.
  private(set) var relations: [Kind: OfficeRelations] = [:]

  init(_ document: OfficeRelations, _ files: OfficeFiles) {
    for kind in Kind.allCases {
      guard let path = document.path(kind.rawValue + "s"), let root = files.root(path) else {
        continue
      }
      relations[kind] = OfficeRelations(of: path, in: files)
      for note in root.children("w:" + kind.rawValue) {
        // Separators between text and notes are notes with a type.
        guard let id = note["w:id"], note["w:type"].map({ $0 == "normal" }) ?? true else {
          continue
        }
        nodes[Reference(kind: kind, id: id)] = note
      }
    }
  }

  /// `extended` says which comments reply to others or are done, by their last paragraphs ([MS-DOCX] 2.5.1.3).
  static func comments(_ root: MarkupNode?, extended: MarkupNode?) -> [OfficeComment] {
    guard let root else { return [] }
    var ids: [String: String] = [:]
    for node in root.children("w:comment") {
      let last = node.descendants.filter { $0.name == "w:p" }.last?["w14:paraId"]
      if let last { ids[last] = node["w:id"] }
    }
    var parents: [String: String] = [:]
    var done: Set<String> = []
    for node in extended?.children("w15:commentEx").map(\.self) ?? [] {
      guard let id = node["w15:paraId"].flatMap({ ids[$0] }) else { continue }
      parents[id] = node["w15:paraIdParent"].flatMap { ids[$0] }
      if WordValue.isOn(node["w15:done"] ?? "0") { done.insert(id) }
    }
    return root.children("w:comment").compactMap { node in
      node["w:id"].map {
        OfficeComment(
          id: $0, author: node["w:author"] ?? "", date: node["w:date"] ?? "", text: text(of: node),
          parent: parents[$0], isDone: done.contains($0))
      }
    }
  }

  private static func text(of comment: MarkupNode) -> String {
    var paragraphs: [String] = []
    for node in comment.descendants {
      switch node.name {
      case "w:p": paragraphs.append("")
      case "w:t": if !paragraphs.isEmpty { paragraphs[paragraphs.count - 1] += node.text }
      case "w:tab", "w:br": if !paragraphs.isEmpty { paragraphs[paragraphs.count - 1] += " " }
      default: break
      }
    }
    return String(paragraphs.joined(separator: "\n").trimmed)
  }
}

extension WordReader {
  /// Writes the notes in the order of their references; notes may refer to others.
  mutating func readNotes() {
    var at = 0
    while at < noteQueue.count {
      let reference = noteQueue[at]
      at += 1
      guard let node = notes.nodes[reference] else { continue }
      if let relations = notes.relations[reference.kind] { self.relations = relations }
      (fields, changes, openComments) = ([], [], [])
      writer.beginNote(
        at, noteLabels[reference] ?? "", isEndnote: reference.kind == .endnote)
      readApart(OfficeElement("div"), node.elements)
      writer.end()
    }
  }
}
