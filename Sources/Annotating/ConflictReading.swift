package import DocumentModel
package import Files

/// The annotations of a conflict copy and of the common base, read for merging them into the original.
package struct ConflictReading: Sendable {
  /// By page and in the order of the file.
  private let copy: [Annotation]
  /// The annotations of the bytes with which both files begin; nil if they have no document in common.
  private let base: [Annotation]?
  private let fields: (original: [FormField], copy: [FormField], base: [FormField]?)

  /// Returns the merge of the copy into the original with these annotations.
  package func merge(
    into original: [Annotation], newID: () -> AnnotationID
  ) -> ConflictMerge {
    var merge = ConflictMerge(original: original, copy: copy, base: base, newID: newID)
    merge.merge(fields: fields.original, copy: fields.copy, base: fields.base)
    return merge
  }

  /// Why two files are not merged.
  package enum Refusal: Error, Sendable, Hashable {
    case file(FilesError)
    /// The file at this path cannot be read as a document.
    case unreadable(String, SaveBlocker)
    /// The files are not versions of one document.
    case unrelated
    /// They have different pages, so that places in one say nothing about the other.
    case otherPages
  }

  /// Larger files are not merged, in bytes.
  private static let bound = 1 << 30

  /// Reads two files; waits for the workers.
  package init(
    original: AnnotationSource, copy: AnnotationSource, worker: any AnnotationWorker
  ) throws(Refusal) {
    let (mine, theirs) = (try Self.bytes(original), try Self.bytes(copy))
    let (ours, others) = (try Self.read(original, worker), try Self.read(copy, worker))
    let start = Self.base(mine, theirs)
    if start == nil {
      guard !ours.permanentID.isEmpty, ours.permanentID == others.permanentID,
        try Self.haveSameWords(original, ours, copy, others, worker)
      else { throw .unrelated }
    }
    guard ours.pageCount == others.pageCount else { throw .otherPages }
    self.copy = others.annotations
    var known: AnnotationReading?
    if let start {
      var source = original
      source.bytes = start
      known = try? worker.read(source)
    }
    base = known?.annotations
    fields = (ours.fields, others.fields, known?.fields)
  }

  private static func bytes(_ source: AnnotationSource) throws(Refusal) -> [UInt8] {
    do throws(FilesError) {
      return try WholeFile(source.path, atMost: bound).bytes
    } catch {
      throw .file(error)
    }
  }

  private static func read(
    _ source: AnnotationSource, _ worker: any AnnotationWorker
  ) throws(Refusal) -> AnnotationReading {
    do throws(SaveBlocker) {
      return try worker.read(source)
    } catch {
      throw .unreadable(source.path, error)
    }
  }

  /// Returns the longest document with which both files begin; nil if there is none.
  ///
  /// A PDF ends with `%%EOF`, and incremental updates follow (PDF 32000-1, 7.5.6).
  private static func base(_ one: [UInt8], _ other: [UInt8]) -> [UInt8]? {
    let count = min(one.count, other.count)
    let common = one.withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { other in
        (0..<count).first { one[$0] != other[$0] } ?? count
      }
    }
    let marker = Array("%%EOF".utf8)
    var end = common - marker.count
    while end >= 0, !one[end...].starts(with: marker) { end -= 1 }
    guard end >= 0 else { return nil }
    end += marker.count
    // The line end belongs to the document that was updated.
    while end < common, one[end] == 0x0A || one[end] == 0x0D { end += 1 }
    return Array(one[..<end])
  }

  private static func haveSameWords(
    _ original: AnnotationSource, _ ours: AnnotationReading, _ copy: AnnotationSource,
    _ others: AnnotationReading, _ worker: any AnnotationWorker
  ) throws(Refusal) -> Bool {
    do throws(SaveBlocker) {
      var pages: [Int: PageText] = [:]
      for (page, text) in try worker.text(of: 0..<min(others.pageCount, 48), copy).enumerated() {
        pages[page] = text
      }
      var sample = VersionSample(worker, original, ours)
      return try sample.isVersion(of: pages)
    } catch {
      throw .unreadable(copy.path, error)
    }
  }
}
