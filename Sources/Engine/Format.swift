import DocumentModel
import Wire

/// The reader's request to open a file.
struct OpenRequest {
  var password: [UInt8]
  /// The file's name, which helps to determine its format.
  var name: String
  /// The text's encoding; guessed if empty.
  var encoding: String
  /// Whether markup is shown instead of interpreted.
  var asPlainText: Bool
  var converters: ConverterSet

  /// Whether it claims to be a PDF or a picture: then text in it is no document, but a download that went wrong.
  var isNamedPages: Bool {
    guard encoding.isEmpty else { return false }
    // A flat OpenDocument file is text.
    if name.lowercased().hasSuffix(".fodt") { return false }
    if let format { return [.pdf, .djvu, .epub].contains(format) || format.isOffice }
    return PictureFormat.extensions.contains { name.lowercased().hasSuffix("." + $0) }
  }

  /// The format that the name says.
  var format: NamedFormat? { NamedFormat(fileName: name) }

  var isMarkdown: Bool { format == .markdown }
}

/// A format documents are read in: which files are such, and how they are opened.
struct Format: Sendable {
  let recognizes: @Sendable (_ file: SourceFile, _ request: OpenRequest) -> Bool
  let open:
    @Sendable (_ file: SourceFile, _ request: OpenRequest) throws(EngineFailure) -> any OpenDocument

  /// The first that recognizes a file opens it.
  private static let all: [Format] = [
    // Pictures are recognised by their first bytes, since other files may be appended to them.
    Format(
      recognizes: { file, _ in PictureFormat(head: file.head) != nil },
      open: { file, _ throws(EngineFailure) in try PictureDocument(file) }),
    // PDFs are recognised by their first bytes, whatever their name; broken ones by their last bytes.
    Format(
      recognizes: { file, _ in
        FileSniffer.isDocument(file.head) || FileSniffer.hasEnd(file.tail)
      }, open: { file, request throws(EngineFailure) in try openPagesOrText(file, request) }),
    Format(
      recognizes: { file, _ in DjVuDocument.recognizes(file) },
      open: { file, _ throws(EngineFailure) in try DjVuDocument(file) }),
    Format(
      recognizes: { EPUBDocument.recognizes($0, $1) },
      open: { file, _ throws(EngineFailure) in try EPUBDocument.open(file) }),
    Format(
      recognizes: { FictionBookDocument.recognizes($0, $1) },
      open: { file, request throws(EngineFailure) in try FictionBookDocument.open(file, request) }),
    Format(
      recognizes: { OfficeDocument.recognizes($0, $1) },
      open: { file, _ throws(EngineFailure) in try OfficeDocument.open(file) }),
    Format(
      recognizes: { ComicArchive.recognizes($0, $1) },
      open: { file, _ throws(EngineFailure) in try ComicArchive.open(file) }),
    Format(
      recognizes: { HTMLDocument.recognizes($0, $1) },
      open: { file, request throws(EngineFailure) in try HTMLDocument.open(file, request) }),
    Format(
      recognizes: { file, request in
        request.isMarkdown && !request.asPlainText
          && (file.count == 0 || TextSniffer.areText(file.head))
      }, open: { file, request throws(EngineFailure) in try MarkdownDocument.open(file, request) }),
    Format(
      recognizes: { file, request in
        guard !request.isNamedPages else { return false }
        return file.count == 0
          ? !request.name.isEmpty : !request.encoding.isEmpty || TextSniffer.areText(file.head)
      },
      open: { file, request throws(EngineFailure) in
        try openText(
          file, request, shortfall: request.isMarkdown && request.asPlainText ? .tooDeep : nil)
      }),
    Format(
      recognizes: { file, _ in PictureFormat.isJPEG2000(file.head) },
      open: { _, _ throws(EngineFailure) in throw .unknownImage }),
    // Poppler may still find a document's parts in it.
    Format(
      recognizes: { _, _ in true },
      open: { file, request throws(EngineFailure) in try openPages(file, request) }),
  ]

  static func open(
    _ file: SourceFile, _ request: OpenRequest
  ) throws(EngineFailure) -> any OpenDocument {
    guard let format = all.first(where: { $0.recognizes(file, request) }) else {
      throw .notADocument
    }
    return try format.open(file, request)
  }

  private static func openPages(
    _ file: SourceFile, _ request: OpenRequest
  ) throws(EngineFailure) -> any OpenDocument {
    try PopplerDocumentFile(descriptor: file.copiedDescriptor(), password: request.password)
  }

  /// A text that speaks of PDFs may end as one.
  private static func openPagesOrText(
    _ file: SourceFile, _ request: OpenRequest
  ) throws(EngineFailure) -> any OpenDocument {
    do throws(EngineFailure) {
      return try openPages(file, request)
    } catch {
      guard error == .notADocument, !request.isNamedPages, TextSniffer.areText(file.head) else {
        throw error
      }
      return try openText(file, request)
    }
  }

  /// A text without marks, or one whose marks cannot be followed.
  static func openText(
    _ file: SourceFile, _ request: OpenRequest, shortfall: FlowingText.Shortfall? = nil
  ) throws(EngineFailure) -> any OpenDocument {
    PlainTextDocument(file, try encoding(of: file, request), shortfall: shortfall)
  }

  /// Returns the requested encoding, or guesses it from marks, zeros and letters.
  static func encoding(
    of file: SourceFile, _ request: OpenRequest
  ) throws(EngineFailure) -> TextEncoding {
    try encoding(head: file.head, request) { samples(of: file) }
  }

  /// Returns the encoding of a text that begins with `head`.
  static func encoding(
    head: [UInt8], _ request: OpenRequest, _ samples: () -> [[UInt8]]
  ) throws(EngineFailure) -> TextEncoding {
    if !request.encoding.isEmpty {
      if let named = TextEncoding.named(request.encoding, request.converters) {
        return named.marked(as: TextEncoding.marked(head))
      }
      throw request.converters.isLoaded ? .encodingUnknown : .converterNeeded
    }
    if let detected = TextEncoding.marked(head) ?? TextEncoding.byZeros(head) { return detected }
    do {
      return try EncodingGuess(samples()).encoding(request.converters)
    } catch {
      throw .converterNeeded
    }
  }

  /// The file's beginning and, of a long one, lines from all over it.
  private static func samples(of file: SourceFile) -> [[UInt8]] {
    let (places, length) = (16, 4_096)
    var samples = [file.head]
    guard file.count > 2 * file.head.count else { return samples }
    for place in 1..<places {
      let start = file.count / places * place
      let bytes = file.bytes(start..<min(file.count, start + length))
      if let line = bytes.firstIndex(of: 0x0A) { samples.append(Array(bytes[(line + 1)...])) }
    }
    return samples
  }
}
