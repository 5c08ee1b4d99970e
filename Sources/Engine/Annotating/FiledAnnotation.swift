import DocumentModel

/// An annotation and its location in the file. Its dictionary is read again when needed, since a page may have a hundred thousand.
struct FiledAnnotation {
  var annotation: Annotation
  /// Nil if the annotation is a direct object in the page's `/Annots`.
  var reference: PDFObject.Reference?
  /// Index in the page's `/Annots`.
  var index: Int
  /// Targets of `/IRT` (the annotation it replies to) and `/Popup`.
  var repliedTo: PDFObject.Reference?
  var popup: PDFObject.Reference?
  /// Its `/NM`, if that is not its id.
  var otherName: String?

  init(
    _ annotation: Annotation, _ entries: [String: PDFObject], at index: Int,
    _ reference: PDFObject.Reference?
  ) {
    self.annotation = annotation
    self.reference = reference
    self.index = index
    repliedTo = entries["IRT"]?.reference
    popup = entries["Popup"]?.reference
    otherName = entries["NM"]?.string.map(PDFText.decoded).flatMap {
      $0 == annotation.id.name ? nil : $0
    }
  }
}

/// The contents of a page's `/Annots`.
struct PageAnnotations {
  var page: PageNode
  var index: Int
  /// All entries of the list, including links and form fields.
  var items: [PDFObject] = []
  var list: [FiledAnnotation] = []
  /// Number of annotations that were not read because of the limit.
  var leftOut = 0

  /// Indices in `list` by id, by `/NM` and by object number; on a clash the id wins, then the first entry.
  private var places: [String: Int]?
  /// Indices of popups in `items`, by the annotation they belong to.
  private(set) var popups: [PDFObject.Reference: [Int]] = [:]

  init(page: PageNode, index: Int) {
    self.page = page
    self.index = index
  }

  /// Builds the index for `find`; a page may have thousands of annotations.
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
      if let popup = filed.popup { owners[popup] = own }
    }
    for (place, item) in items.enumerated() {
      guard let reference = item.reference, owners[reference] != reference,
        let entries = file.followed(item).dictionary, entries["Subtype"]?.name == "Popup",
        let owner = owners[reference] ?? entries["Parent"]?.reference
      else { continue }
      popups[owner, default: []].append(place)
    }
  }

  /// Reads an annotation's dictionary.
  func entries(of filed: FiledAnnotation, in file: ObjectFile) -> [String: PDFObject] {
    file.followed(items[filed.index]).dictionary ?? [:]
  }

  /// Returns the annotation with an id. Requires `makeIndex`.
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
