package import DocumentModel

/// A request from the reader to a worker. One request runs at a time; each is answered by one `Reply`.
package enum Request: Sendable, Hashable {
  /// Open the document whose descriptor comes with this message → `opened` or `failed`. The password is raw bytes, tried as they are
  /// and, if they are not ASCII, as Latin-1; it is cut to 127 bytes before poppler sees it. The file's name helps to determine its
  /// format; the encoding, in iconv's terms, is that of its text, guessed if empty. A text `asPlainText` is shown with its markup.
  case open(
    password: [UInt8], name: String = "", encoding: String = "", asPlainText: Bool = false)
  /// Labels and sizes of the pages in the range, at most `Limit.pagesAtOnce` → `pages`.
  case pages(Range<Int>)
  case metadata
  case outline
  /// Characters of one page with boxes and styles → `text`.
  case text(page: Int)
  /// Characters of one page and nothing else → `plainText`.
  case plainText(page: Int)
  /// Count the signs without a meaning on each page in the range, as many as take a second, at most `Limit.pagesAtOnce` → `unknownSigns`.
  case unknownSigns(Range<Int>)
  /// Links of one page → `links`.
  case links(page: Int)
  /// Look a named destination up → `destination`.
  case destination(name: String)
  /// Name some characters of a page, each range by its indices, in the book's own terms → `bookPlaces`.
  case bookPlaces(page: Int, [Range<Int>])
  /// Look words of a book up → `textPlace`.
  case textPlace(BookSelector)
  /// Fonts of the pages in the range → `fonts`.
  case fonts(Range<Int>)
  case attachments
  /// Bytes of the attachment from an offset on, as many as fit → `attachment`.
  case attachment(index: Int, offset: Int)
  /// SHA-256 of the whole file → `fingerprint`: worked on for a while at each asking, so that others are not kept waiting.
  case fingerprint
  /// The document's signatures → `signatures`: worked on for a while at each asking, as for `fingerprint`.
  case signatures
  /// Get the rotation of a displayed page → `rotation`.
  case rotation(page: Int)
  /// Count the annotations people have made on some pages → `annotationCount`.
  case annotationCount(Range<Int>)
  /// Draw a page, or a part of it, into the memory whose descriptor comes with this message → `drawn`.
  case draw(PageDrawing)
  /// Make the thumbnail of the file whose descriptor comes with this message → `thumbnailMade`. No document need be open, and one that
  /// is stays so.
  case makeThumbnail(ThumbnailRequest)
  /// Tell the type of the file whose descriptor comes with this message, by its name and its first bytes → `contentType`. Only a worker with
  /// the desktop's rules (`WorkerKit.contentTypes`) knows more than the name says. No document need be open.
  case contentType(name: String)
  /// Read the file whose descriptor comes with this message for the index, in place of the open document → `indexed`.
  case index(IndexingRequest)
  /// Read on in it → `indexed`.
  case indexOn
  /// Read the contents of the archive whose descriptor comes with this message, from its beginning → `archive`. The file's name gives one
  /// to a single compressed file. With `namesOnly` no bytes are read. No document need be open.
  case readArchive(name: String, namesOnly: Bool)
  /// Read on in it → `archive`.
  case readArchiveOn
  /// Annotations of some pages, as many as go into one answer → `annotations`.
  case annotations(Range<Int>)
  /// Get the form fields on some pages, as many as fit into one answer → `fields`.
  case fields(Range<Int>)
  /// Read the exchanged file in the memory that comes with this message, for the open document → `imported` or `exchangeRefused`.
  case importAnnotations
  /// Make an exchanged file of annotations and values in the memory that comes with this message → `exported` or `exchangeRefused`.
  case exportAnnotations
  /// Get the document's permissions for annotations → `annotationVerdict`.
  case annotationVerdict
  /// Sums of the images of one page → `imageSums`.
  case imageSums(page: Int)
  /// Hold the first bytes of the file whose descriptor comes with this message, as a base for annotations → `baseHeld`, even if it is not a
  /// document, which later requests report. An open document is not affected. The password is as for `open`.
  case annotationBase(password: [UInt8], count: Int)
  /// Make the section that puts edits into the base, from the memory that comes with this message → `section` or `annotationRefused`.
  case section(AnnotationWork)
  /// Read some pages of the base that these edits concern, in advance → `baseRead`. Poppler may never finish if it is to read, too.
  case readBase(AnnotationWork)
  /// Verify that an update on the base does exactly what it should → `sectionVerified` or `annotationRefused`.
  case verifySection(AnnotationWork)
  /// Repair a damaged base → `section` with the whole new file, or `annotationRefused`.
  case repair
  /// Edit a document, from and into the memory that comes with this message → `edited` or `editRefused`. As the one below it is not
  /// about the open document.
  case edit(EditWork)
  /// Verify that the result of an edit is what it should be → `editVerified` or `editRefused`.
  case verifyEdit(EditWork)
  /// Recognise the words in the picture whose memory comes with this message → `text`. Only `recto-ocr` does; no document need be open.
  case recognize(RecognitionRequest)
  /// Look a place up in the SyncTeX file whose descriptor comes with this message → `syncTeX`. One that has not changed is not read again. No
  /// document need be open.
  case syncTeX(SyncTeXQuestion)
}

extension Request {
  package var isThumbnail: Bool {
    if case .makeThumbnail = self { true } else { false }
  }

  /// The bytes of memory that must come with the request; nil if it needs none.
  package var pictureBytes: Int? {
    switch self {
    case .draw(let drawing): drawing.frame.width * drawing.frame.height * PictureFacts.pixelSize
    default: nil
    }
  }

  /// The same opening without features that may have been too much: Markdown with its markup. Nil if there
  /// is none.
  package var plainer: Request? {
    guard case .open(let password, let name, let encoding, false) = self,
      NamedFormat(fileName: name) == .markdown
    else { return nil }
    return .open(password: password, name: name, encoding: encoding, asPlainText: true)
  }
}

/// A worker's answer.
package enum Reply: Sendable, Hashable {
  /// Said once by a new worker when its sandbox is shut.
  case ready(Greeting)
  case opened(DocumentSummary)
  case pages([PageInfo])
  case metadata(Metadata)
  case outline([OutlineItem])
  case text(PageText)
  /// From the first page on; nil for a page that cannot be read.
  case unknownSigns([Int?])
  /// UTF-8 without control characters but line ends.
  case plainText([UInt8])
  case links([Link])
  case destination(Destination?)
  /// As many as ranges, or none where the format has no such terms.
  case bookPlaces([BookPlace])
  case textPlace(TextPlace?)
  case fonts([FontInfo])
  case attachments([Attachment])
  case attachment(bytes: [UInt8], total: Int)
  /// Lower-case hex; nil while there is more to be read: ask again.
  case fingerprint(String?)
  /// The drawing is in the memory that came with the request.
  case drawn(PictureFacts)
  /// Its pixels are small enough to come with it.
  case thumbnailMade(Thumbnail)
  case indexed(IndexedPortion)
  case archive(ArchivePortion)
  /// A MIME type.
  case contentType(String)
  /// Degrees clockwise: 0, 90, 180 or 270; sizes and boxes are turned already.
  case rotation(Int)
  /// Links, form fields and the popups of other annotations do not count.
  case annotationCount(Int)
  case annotations(AnnotationPortion)
  /// Nil while there is more to be read: ask again.
  case signatures(SignatureReport?)
  case fields(FormPortion)
  case annotationVerdict(AnnotationAccess)
  case imported(ImportedAnnotations)
  case exported(ExchangedFile)
  case exchangeRefused(ExchangeRefusal)
  /// At most `Limit.images`.
  case imageSums([UInt64])
  case baseHeld
  case baseRead
  /// It ends with `%%EOF`.
  case section([UInt8])
  /// `isSeenTwice`: poppler has seen it too, not libqpdf alone.
  case sectionVerified(isSeenTwice: Bool)
  case annotationRefused(SaveBlocker)
  /// It lies in the memory's room.
  case edited(EditOutcome)
  case editVerified
  case editRefused(EditRefusal)
  case syncTeX(SyncTeXAnswer)
  case failed(EngineFailure)
}

/// A worker's own exit codes.
package enum WorkerExit {
  /// The exit status of one that ran out of memory.
  package static let outOfMemory: Int32 = 77
}

/// A new worker's report about itself.
package struct Greeting: Sendable, Hashable {
  /// Sandbox features the kernel lacks.
  package var missing: [SandboxFeature]
  /// Whether it is in namespaces of its own, in which there are no files but fonts. Many systems forbid them: that is no shortcoming of the sandbox.
  package var hasNamespaces: Bool
  /// The libraries it reads documents with, and their versions.
  package var libraries: String

  package init(missing: [SandboxFeature] = [], hasNamespaces: Bool = false, libraries: String = "")
  {
    self.missing = missing
    self.hasNamespaces = hasNamespaces
    self.libraries = libraries
  }
}

/// A part of the worker's sandbox that an old kernel may lack.
package enum SandboxFeature: UInt8, Sendable, Hashable, CaseIterable {
  case landlock = 1
  case seccomp = 2
  case noNewPrivileges = 3
  case limits = 4
}

/// Why a document or one of its parts could not be had. Not a crash: those are the pool's to report.
package enum EngineFailure: Error, Sendable, Hashable {
  /// The bytes are of no format Recto reads.
  case notADocument
  /// An image in a format that no library reads in the sandbox, such as JPEG 2000.
  case unknownImage
  case damaged
  /// A book without the document that lists its chapters, and without chapters.
  case noPackage
  case empty
  case noPages
  case passwordNeeded
  case passwordWrong
  /// Encrypted in a way that no password opens: for certificates, or by a handler of another program.
  case encryptionUnknown
  /// A book that only the reading program it was lent or sold for can decrypt.
  case protectedBook
  case pageOutOfRange
  case tooLarge
  /// The requested picture has too many pixels, or none.
  case pictureSize
  /// It wants more memory than a worker may have.
  case outOfMemory
  case notFound
  case unreadable
  /// Its characters can be read only by a worker that has loaded converters.
  case converterNeeded
  /// There is no such encoding.
  case encodingUnknown
  /// Its format can be read only by a worker that has loaded the libraries of rare formats.
  case librariesNeeded
  /// The library that reads its format is not installed.
  case libraryMissing
  /// The model of a language that words are to be recognised in is missing or damaged.
  case modelMissing
  /// The recogniser crashed over a page, or took too long.
  case notRecognized

  /// Whether what keeps it closed is its encryption.
  package var isEncryption: Bool {
    [.passwordNeeded, .passwordWrong, .encryptionUnknown, .protectedBook].contains(self)
  }
}
