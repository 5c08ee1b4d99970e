/// A question about the SyncTeX file that a worker has read.
package enum SyncTeXQuestion: Sendable, Hashable {
  /// Which place of the document a line of a source is typeset at; `folder` is the document's.
  case place(line: Int, source: String, folder: String)
  /// Which line of a source is typeset at a point of a page.
  case source(page: Int, Point)

  /// Whether the answer is a line of a source.
  package var isForSource: Bool { if case .source = self { true } else { false } }
}

/// The answer to a question about a SyncTeX file.
package enum SyncTeXAnswer: Sendable, Hashable {
  case place(SyncTeXPlace)
  case source(SyncTeXSource)
  /// No source of that name is in the file.
  case unknownSource
  /// Nothing is known of that line or place.
  case nothing
}

/// The place of a source's line in the typeset document.
package struct SyncTeXPlace: Sendable, Hashable {
  /// The page index, from 0.
  package var page: Int
  package var point: Point
  /// The line of type around it.
  package var box: Box

  package init(page: Int, point: Point, box: Box) {
    self.page = page
    self.point = point
    self.box = box
  }
}

/// A line of a source.
package struct SyncTeXSource: Sendable, Hashable {
  /// The path as TeX wrote it, which may be relative.
  package var path: String
  /// From 1.
  package var line: Int
  /// From 1; 0 if it is not known.
  package var column: Int

  package init(path: String, line: Int, column: Int) {
    self.path = path
    self.line = line
    self.column = column
  }
}
