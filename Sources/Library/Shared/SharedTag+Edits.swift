package import DocumentModel

extension SharedTag {
  /// Returns the tags of a document, as they follow from the members' edits: of each member and tag the last edit counts.
  package static func all(in edits: some Sequence<SharedEdit>) -> [SharedTag] {
    var members: [String: Set<String>] = [:]
    for edit in SharedEdit.ordered(edits) {
      switch edit.kind {
      case .tag: members[edit.item, default: []].insert(edit.who)
      case .untag: members[edit.item]?.remove(edit.who)
      case .change, .hide, .show: break
      }
    }
    return members.filter { !$0.value.isEmpty }.map { SharedTag(name: $0, members: $1.sorted()) }
      .sorted { $0.name < $1.name }
  }
}
