import DocumentModel

extension FlowSetter {
  /// Marks the characters from a place on as an aside, unless another portion began since.
  mutating func closeAside(_ kind: TextAside.Kind, from place: TextPlace) {
    guard place.page == portions.count else { return }
    builder.addAside(kind, from: place.characters.lowerBound)
  }

  mutating func addSoftHyphen() { builder.addSoftHyphen() }

  /// Combines the characters from a place on, unless another portion began since.
  mutating func combine(from place: TextPlace) {
    guard place.page == portions.count else { return }
    builder.combine(from: place.characters.lowerBound)
  }

  /// Puts down a sign that belongs neither to the links nor to the deletions that begin after it.
  mutating func putSign(_ sign: String, _ style: CharacterStyle) {
    let place = builder.count
    put(sign, style)
    for index in openLinks.indices where openLinks[index].start == place {
      openLinks[index].start = builder.count
    }
    for index in openMarks.indices {
      // A blank may precede the first word of a deletion.
      if case .deletion = openMarks[index].kind, openMarks[index].start + 1 >= place {
        openMarks[index].start = builder.count
      }
    }
  }
}
