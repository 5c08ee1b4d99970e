/// A part of a document as it is read for the index.
package struct IndexedPortion: Sendable, Hashable {
  /// The document's own metadata: in the first portion, and in the last one if the title comes from page 1.
  package var card: DocumentCard?
  /// In their order; the passages that begin on each of them are complete.
  package var pages: [IndexedPage] = []
  /// Its sections in their order; with the last portion.
  package var sections: [DocumentSection] = []
  /// The page (index from 0) that is read next.
  package var next = 0
  /// All pages before this one have been given out.
  package var complete = 0
  /// Pages (index from 0) that could not be read.
  package var unread: [Int] = []
  package var isEnd = false
  /// People have put annotations on pages that were read until now.
  package var isAnnotated = false

  package init() {}

  /// Whether it goes on behind what was read up to a page (index from 0), as every honest one does: it has read one page at least.
  package func follows(_ page: Int) -> Bool {
    (next > page || isEnd && next >= page) && complete <= next
      && pages.allSatisfy { $0.number < next }
  }
}

/// A page as it is kept in the index.
package struct IndexedPage: Sendable, Hashable {
  /// Index from 0.
  package var number: Int
  /// What the document calls it; empty where it has no labels.
  package var label: String
  /// The passages that begin on it, packed.
  package var passages: [UInt8]
  /// The grams of them, as words with blanks between, UTF-8.
  package var grams: [UInt8]

  package init(number: Int, label: String, passages: [UInt8], grams: [UInt8]) {
    self.number = number
    self.label = label
    self.passages = passages
    self.grams = grams
  }
}

/// What a document says of itself, as far as it is searched by it.
package struct DocumentCard: Sendable, Hashable, Codable {
  package var title = ""
  package var author = ""
  package var subject = ""
  package var keywords = ""
  /// Seconds since 1970-01-01 UTC.
  package var created: Int64?
  package var pageCount = 0
  /// Its pages are its author's, with numbers.
  package var isPaged = true

  package init() {}

  /// Its subject and its keywords, a line each.
  package var about: String { [subject, keywords].filter { !$0.isEmpty }.joined(separator: "\n") }
}

/// Where a part of a document begins that has a title.
package struct DocumentSection: Sendable, Hashable, Codable {
  package var title: String
  /// Index from 0.
  package var page: Int
  /// Points from the top.
  package var y: Double

  /// More of a document are not kept.
  package static let most = 20_000
  /// Characters of a title that are kept.
  package static let longestTitle = 200

  package init(title: String, page: Int, y: Double) {
    self.title = String(title.prefix(Self.longestTitle))
    self.page = page
    self.y = y
  }

  /// The entries of an outline that lead to a page, in its order.
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

/// What the pages and sections of a document are called, as far as it is known.
package struct DocumentWaymarks: Sendable, Hashable {
  /// Of pages that are called otherwise than by their number, by index from 0.
  package var labels: [Int: String]
  /// In the order of the document.
  package var sections: [DocumentSection]

  package init(labels: [Int: String] = [:], sections: [DocumentSection] = []) {
    self.labels = labels
    self.sections = sections
  }

  package func pageName(_ page: Int) -> String { labels[page] ?? String(page + 1) }

  /// The section a place of a page is in; `y` in points from the top.
  package func section(of page: Int, y: Double) -> String {
    sections.last { ($0.page, $0.y) <= (page, y) }?.title ?? ""
  }
}

/// How a file is read for the index.
package struct IndexingWish: Sendable, Hashable {
  /// Bytes, not text: older encryptions know no UTF-8.
  package var password: [UInt8]
  /// The file's name, which helps to tell its format.
  package var name: String
  /// Index from 0 of the page to begin with.
  package var first: Int
  /// Above 0: so many portions are of one page each, since one of them cost a worker.
  package var singlePages: Int
  /// Pages that cost a worker and are passed over.
  package var passedOver: [Int] = []
  /// Of a text with marks: they are shown, not followed.
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
