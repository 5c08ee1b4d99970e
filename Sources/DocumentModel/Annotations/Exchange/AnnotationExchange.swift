/// A format in which annotations and form values leave the document.
package enum ExchangeFormat: String, Sendable, Hashable, CaseIterable {
  /// ISO 19444-1.
  case xfdf
  /// PDF 32000-1, 12.7.7.
  case fdf
  /// A summary for reading, which is not read back.
  case pdf

  /// Returns the format that a file's name says; nil for another ending.
  package init?(ofFileNamed name: String) {
    guard
      let format = Self.allCases.first(where: { name.lowercased().hasSuffix("." + $0.rawValue) })
    else { return nil }
    self = format
  }
}

/// A form field's name and its values as an exchanged file has them.
package struct ExchangedValue: Sendable, Hashable {
  package var name: String
  /// Empty if the field is cleared.
  package var values: [String]

  package init(_ name: String, _ values: [String]) {
    self.name = name
    self.values = values
  }
}

/// A part of exchanged annotations that does not come along.
package enum ExchangeLoss: String, Sendable, Hashable, CaseIterable {
  case attachment
  case redaction
  /// Annotations of other kinds that Recto does not create, such as sounds and films.
  case kind
  /// Annotations on pages that the document lacks.
  case page
  /// Annotations without a place.
  case place
  /// Fonts, sizes and colours within a note.
  case richText
  /// Dashes and clouds of lines.
  case border
  /// The lines around free text.
  case frame
  /// Pictures of stamps that are damaged or too large: these are drawn by their names.
  case picture
  /// The lines of callouts and dimensions (`/IT`).
  case intent
  /// Values of fields that hide what is typed.
  case password

  /// Returns the loss of an annotation of a kind that Recto does not create.
  package init(of kind: AnnotationKind) {
    self =
      switch kind {
      case .attachment: .attachment
      case .redaction: .redaction
      default: .kind
      }
  }
}

/// The annotations and form values of an exchanged file, placed on the pages of a document.
package struct ImportedAnnotations: Sendable, Hashable {
  /// Their ids are the names in the file; those without one have the id of an object.
  package var annotations: [Annotation]
  package var values: [ExchangedValue]
  package var losses: [ExchangeLoss: Int]

  package init(
    annotations: [Annotation] = [], values: [ExchangedValue] = [],
    losses: [ExchangeLoss: Int] = [:]
  ) {
    self.annotations = annotations
    self.values = values
    self.losses = losses
  }
}

/// Why an exchanged file was not read, or not made.
package enum ExchangeRefusal: String, Error, Sendable, Hashable, CaseIterable {
  /// It is neither XFDF nor FDF.
  case format
  /// Its XML or its objects are damaged.
  case damaged
  /// It declares a document type, which may define entities.
  case declared
  case encrypted
  /// Its text is in an encoding other than UTF-8, UTF-16 and ISO 8859-1.
  case encoding
  case tooLarge
  case tooManyAnnotations
  /// The document is no PDF.
  case document
  /// The worker crashed, or took too long.
  case failed
}

/// The contents of an exchanged file that is to be written.
package struct ExchangeExport: Sendable, Hashable {
  package var format: ExchangeFormat
  /// The document's file name, which the file refers to.
  package var name: String
  package var annotations: [Annotation]
  package var values: [FieldEdit]
  /// The paragraphs of a summary.
  package var lines: [SheetLine]

  package init(
    _ format: ExchangeFormat, name: String, annotations: [Annotation] = [],
    values: [FieldEdit] = [], lines: [SheetLine] = []
  ) {
    self.lines = lines
    self.format = format
    self.name = name
    self.annotations = annotations
    self.values = values
  }
}

/// The bytes of an exchanged file, and what of the annotations is not in it.
package struct ExchangedFile: Sendable, Hashable {
  package var bytes: [UInt8]
  package var losses: [ExchangeLoss: Int]

  package init(_ bytes: [UInt8], losses: [ExchangeLoss: Int] = [:]) {
    self.bytes = bytes
    self.losses = losses
  }
}
