package import DocumentModel

/// Encodes what is to be exported as bytes, for memory that is passed to a worker.
package enum ExchangeCoding {
  package static func encoded(_ export: ExchangeExport) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(case: export.format)
    writer.write(export.name)
    for line in writer.counted(export.lines) {
      writer.write(raw: Array(line.text.utf8.prefix(Limit.note)))
      writer.write(line.style.rawValue)
      writer.write(count: line.depth)
      writer.write(optional: line.color.map(Int64.init))
    }
    let patches = export.annotations.map { AnnotationPatch(id: $0.id, oldPage: nil, after: $0) }
    return writer.bytes
      + AnnotationPatches.encoded(SectionEdits(annotations: patches, fields: export.values))
  }

  package static func decoded(_ bytes: [UInt8]) throws(WireError) -> ExchangeExport {
    var reader = ByteReader(bytes)
    let format: ExchangeFormat = try reader.oneCase()
    let name = try reader.string()
    var lines: [SheetLine] = []
    for _ in 0..<(try reader.count(limit: Limit.edits, of: 10)) {
      let text = CleanText.line(String(decoding: try reader.raw(limit: Limit.note), as: UTF8.self))
      let style: SheetLine.Style = try reader.known()
      lines.append(
        SheetLine(text, style, depth: try reader.index(), color: try reader.color()))
    }
    let edits = try AnnotationPatches.decoded(Array(bytes.suffix(reader.remaining)))
    return ExchangeExport(
      format, name: name, annotations: edits.annotations.compactMap(\.after),
      values: edits.fields, lines: lines)
  }
}

extension ByteWriter {
  mutating func write(_ imported: ImportedAnnotations) {
    write(AnnotationPortion(annotations: imported.annotations))
    for value in counted(imported.values) {
      write(value.name)
      write(fieldValue: value.values)
    }
    write(imported.losses)
  }

  mutating func write(_ losses: [ExchangeLoss: Int]) {
    for loss in ExchangeLoss.allCases { write(count: losses[loss] ?? 0) }
  }

  mutating func write(_ file: ExchangedFile) {
    write(raw: file.bytes)
    write(file.losses)
  }

}

extension ByteReader {
  mutating func imported() throws(WireError) -> ImportedAnnotations {
    var imported = ImportedAnnotations(annotations: try annotationPortion().annotations)
    for _ in 0..<(try count(limit: Limit.fieldEdits, of: 8)) {
      imported.values.append(ExchangedValue(try string(), try fieldValue()))
    }
    imported.losses = try losses()
    return imported
  }

  mutating func losses() throws(WireError) -> [ExchangeLoss: Int] {
    var losses: [ExchangeLoss: Int] = [:]
    for loss in ExchangeLoss.allCases {
      let count = try index()
      if count > 0 { losses[loss] = count }
    }
    return losses
  }

  mutating func exchangedFile() throws(WireError) -> ExchangedFile {
    ExchangedFile(try raw(limit: Limit.shared), losses: try losses())
  }

}
