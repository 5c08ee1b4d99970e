/// The parts of a document that can be used; its format states them when it opens one.
package struct DocumentCapabilities: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Its pages are its author's, with numbers and edges; otherwise its text flows into the window.
  package static let pages = Self(rawValue: 1)
  /// It has text to read, search and select.
  package static let text = Self(rawValue: 2)
  /// Annotations and form values can be saved in it.
  package static let annotations = Self(rawValue: 4)
  /// Its pages and outline can be edited.
  package static let editing = Self(rawValue: 8)
  /// Its pages are images: one point is one pixel.
  package static let pixels = Self(rawValue: 16)

  /// Its pages follow each other from right to left, as in manga.
  package static let rightToLeft = Self(rawValue: 32)

  package static let known: Self = [
    .pages, .text, .annotations, .editing, .pixels, .rightToLeft,
  ]

  package static let portableDocument: Self = [.pages, .text, .annotations, .editing]
  package static let image: Self = [.pages, .pixels]
  package static let flowingText: Self = [.text]
}

extension DocumentSummary {
  package var hasPages: Bool { capabilities.contains(.pages) }
  package var hasText: Bool { capabilities.contains(.text) }
  package var canAnnotate: Bool { capabilities.contains(.annotations) }
  package var canEditPages: Bool { capabilities.contains(.editing) }
  package var isMeasuredInPixels: Bool { capabilities.contains(.pixels) }
  package var isRightToLeft: Bool { capabilities.contains(.rightToLeft) }
}
