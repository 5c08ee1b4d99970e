import DocumentModel

/// Writes FDF (PDF 32000-1, 12.7.7).
enum FDFWriter {
  static func bytes(
    _ annotations: [ExchangedAnnotation], _ fields: FieldBranch, _ name: String,
    _ identity: [[UInt8]]
  ) -> [UInt8] {
    var file = NewFile(header: "FDF-1.2")
    let root = file.newNumber()
    let places = annotations.map { _ in file.newNumber() }
    var form: [String: PDFObject] = ["F": .string(PDFText.encoded(name))]
    if identity.count == 2 { form["ID"] = .array(identity.map { .string($0) }) }
    if !fields.inner.isEmpty { form["Fields"] = .array(fields.inner.map(field)) }
    if !places.isEmpty { form["Annots"] = .array(places.map { .reference($0) }) }
    file.add(.dictionary(["FDF": .dictionary(form)]), as: root)
    for (place, annotation) in zip(places, annotations) {
      var entries = annotation.entries
      entries["Type"] = .name("Annot")
      entries["Page"] = .integer(annotation.page)
      if let answered = annotation.answered {
        entries["IRT"] = .string(PDFText.encoded(answered))
      }
      if let form = annotation.appearance {
        entries["AP"] = .dictionary(["N": form.object(in: &file)])
      }
      file.add(.dictionary(entries), as: place)
    }
    file.closeBare(root: root)
    return file.bytes
  }

  private static func field(_ branch: FieldBranch) -> PDFObject {
    var entries: [String: PDFObject] = ["T": .string(PDFText.encoded(branch.name))]
    if let values = branch.values {
      let objects = values.map { value -> PDFObject in
        branch.isSwitch ? .name(PDFName.encoded(value)) : .string(PDFText.encoded(value))
      }
      entries["V"] = objects.count == 1 ? objects[0] : .array(objects)
    }
    if !branch.inner.isEmpty { entries["Kids"] = .array(branch.inner.map(field)) }
    return .dictionary(entries)
  }
}
