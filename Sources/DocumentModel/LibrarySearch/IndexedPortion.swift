/// A part of a document as read for the index.
package struct IndexedPortion: Sendable, Hashable {
  /// The document's metadata: in the first portion, and again in the last one if the title was taken from page 1.
  package var card: DocumentCard?
  /// Pages in document order; the passages that begin on them are complete.
  package var pages: [IndexedPage] = []
  /// The document's sections in order; sent with the last portion.
  package var sections: [DocumentSection] = []
  /// The index from 0 of the page to read next.
  package var next = 0
  /// All pages before this one have been delivered.
  package var complete = 0
  /// Indices from 0 of pages that could not be read.
  package var unread: [Int] = []
  /// Indices from 0 of pages that are pictures, whose words nobody has recognised.
  package var scans: [Int] = []
  package var isEnd = false
  /// Whether pages read so far have annotations made by people.
  package var isAnnotated = false

  package init() {}

  /// Whether the portion continues after the pages read so far and is consistent: a valid one advances by at least one page.
  package func follows(_ page: Int) -> Bool {
    (next > page || isEnd && next >= page) && complete <= next
      && pages.allSatisfy { $0.number < next }
  }
}

/// A page as stored in the index.
package struct IndexedPage: Sendable, Hashable {
  /// The page index from 0.
  package var number: Int
  /// The page's labels, packed; empty if there are none.
  package var label: String
  /// The passages that begin on the page, packed.
  package var passages: [UInt8]
  /// The n-grams of the passages, separated by blanks, as UTF-8.
  package var grams: [UInt8]

  package init(number: Int, label: String, passages: [UInt8], grams: [UInt8]) {
    self.number = number
    self.label = label
    self.passages = passages
    self.grams = grams
  }
}

/// A document's metadata, as far as they are searched.
package struct DocumentCard: Sendable, Hashable, Codable {
  package var title = ""
  package var author = ""
  package var subject = ""
  package var keywords = ""
  /// The document's own DOI in lower case; empty if none is found.
  package var doi = ""
  /// Seconds since 1970-01-01 UTC.
  package var created: Int64?
  package var pageCount = 0
  /// Whether the pages are the author's and have numbers.
  package var hasPages = true

  package init() {}

  /// The subject and the keywords, one per line.
  package var about: String { [subject, keywords].filter { !$0.isEmpty }.joined(separator: "\n") }
}

/// The start of a titled part of a document.
package struct DocumentSection: Sendable, Hashable, Codable {
  package var title: String
  /// The page index from 0.
  package var page: Int
  /// Points from the top of the page.
  package var y: Double
  /// The index of the heading's first character in the text of its page; nil if not known, as in indexes of older Recto versions.
  package var character: Int?

  /// The largest number of sections kept per document.
  package static let most = 20_000
  /// The largest number of characters kept of a title.
  package static let longestTitle = 200

  package init(title: String, page: Int, y: Double, character: Int? = nil) {
    self.title = String(title.prefix(Self.longestTitle))
    self.page = page
    self.y = y
    self.character = character
  }

  /// Returns the outline entries that lead to a page, in the order of the outline.
  package static func all(
    of outline: [OutlineItem], place: (OutlineItem) -> Destination?
  ) -> [DocumentSection] {
    var sections: [DocumentSection] = []
    func add(_ items: [OutlineItem]) {
      for item in items where sections.count < most {
        if let place = place(item) {
          sections.append(DocumentSection(title: item.title, page: place.page, y: place.y ?? 0))
        }
        add(item.children)
      }
    }
    add(outline)
    return sections
  }
}

/// The page labels and sections of a document, as far as known.
package struct DocumentWaymarks: Sendable, Hashable {
  /// Labels by page index from 0, of pages whose label differs from the page number.
  package var labels: [Int: PageLabels]
  /// In document order.
  package var sections: [DocumentSection]

  package init(labels: [Int: PageLabels] = [:], sections: [DocumentSection] = []) {
    self.labels = labels
    self.sections = sections
  }

  /// Returns the name of a page, at a place of it if that is given.
  package func pageName(_ page: Int, at place: Point? = nil) -> String {
    let label = labels[page]?.label(x: place?.x, y: place?.y) ?? ""
    return PageName.shown(page: page, label: label)
  }

  /// Returns the title of the section at a position of a page; `y` in points from the top. Empty if there is none.
  package func section(of page: Int, y: Double) -> String {
    sections.last { ($0.page, $0.y) <= (page, y) }?.title ?? ""
  }
}

/// The parameters for reading a file for the index.
package struct IndexingRequest: Sendable, Hashable {
  /// Bytes, not text: older encryption schemes do not use UTF-8.
  package var password: [UInt8]
  /// The file name, which helps to detect the format.
  package var name: String
  /// The index from 0 of the first page to read.
  package var first: Int
  /// If greater than 0, this many portions have one page each, because one of these pages crashed a worker.
  package var singlePages: Int
  /// Pages to skip because they crashed a worker.
  package var passedOver: [Int] = []
  /// Whether markup is shown as plain text rather than interpreted.
  package var asPlainText: Bool

  package init(
    password: [UInt8] = [], name: String, first: Int = 0, singlePages: Int = 0,
    asPlainText: Bool = false
  ) {
    self.password = password
    self.name = name
    self.first = first
    self.singlePages = singlePages
    self.asPlainText = asPlainText
  }
}
