import DocumentModel

/// An annotation with where it was read. A page may have a hundred thousand: its dictionary is read again where it is wanted.
struct FiledAnnotation {
  var annotation: Annotation
  /// Nil where it stands in the page's list itself.
  var reference: PDFObject.Reference?
  /// In the page's list.
  var place: Int
  /// What it answers (`/IRT`), and its window (`/Popup`).
  var answered: PDFObject.Reference?
  var window: PDFObject.Reference?
  /// Its name (`/NM`) where it was not read by that.
  var otherName: String?

  init(
    _ annotation: Annotation, _ entries: [String: PDFObject], at place: Int,
    _ reference: PDFObject.Reference?
  ) {
    self.annotation = annotation
    self.reference = reference
    self.place = place
    answered = entries["IRT"]?.reference
    window = entries["Popup"]?.reference
    otherName = entries["NM"]?.string.map(PDFText.decoded).flatMap {
      $0 == annotation.id.name ? nil : $0
    }
  }
}

/// What stands in a page's `/Annots`.
struct PageAnnotations {
  var page: PageNode
  var index: Int
  /// All of the list, links and form fields too.
  var items: [PDFObject] = []
  var list: [FiledAnnotation] = []
  /// So many more were not read.
  var leftOut = 0

  /// Places in the list of annotations by what they may be called: the id they were read with, then the name, then the object's number.
  private var places: [String: Int]?
  /// Places in `items` of windows, by the annotation they belong to.
  private(set) var windows: [PDFObject.Reference: [Int]] = [:]

  init(page: PageNode, index: Int) {
    self.page = page
    self.index = index
  }

  /// Makes `find` quick; a page may have thousands.
  mutating func makeIndex(_ file: ObjectFile) {
    var places: [String: Int] = [:]
    for (place, filed) in list.enumerated() { places[filed.annotation.id.name] = place }
    for (place, filed) in list.enumerated() {
      for name in filed.otherNames where places[name] == nil { places[name] = place }
    }
    self.places = places
    var owners: [PDFObject.Reference: PDFObject.Reference] = [:]
    for filed in list {
      guard let own = filed.reference else { continue }
      owners[own] = own
      if let window = filed.window { owners[window] = own }
    }
    for (place, item) in items.enumerated() {
      guard let reference = item.reference, owners[reference] != reference,
        let entries = file.followed(item).dictionary, entries["Subtype"]?.name == "Popup",
        let owner = owners[reference] ?? entries["Parent"]?.reference
      else { continue }
      windows[owner, default: []].append(place)
    }
  }

  /// An annotation's dictionary.
  func entries(of filed: FiledAnnotation, in file: ObjectFile) -> [String: PDFObject] {
    file.followed(items[filed.place]).dictionary ?? [:]
  }

  /// The one an id means; the index must have been made.
  func find(_ id: AnnotationID) -> FiledAnnotation? { places?[id.name].map { list[$0] } }
}

extension FiledAnnotation {
  fileprivate var otherNames: [String] {
    let number = reference.map {
      AnnotationID(object: $0.number, generation: $0.generation).name
    }
    return [otherName, number].compactMap(\.self)
  }
}
