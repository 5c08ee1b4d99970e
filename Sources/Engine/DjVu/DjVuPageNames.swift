internal import CDjVu
import DocumentModel
import Wire

/// The names of a document's pages, by which links and outline items refer to them.
struct DjVuPageNames {
  private let count: Int
  private var identifiers: [String: Int] = [:]
  private var files: [String: Int] = [:]
  private var titles: [Int: String] = [:]
  private var titled: [String: [Int]] = [:]

  /// Files of a document, with those shared by pages.
  private static let mostFiles = 200_000

  init(_ document: OpaquePointer, pageCount: Int) {
    count = pageCount
    let fileCount = min(Int(ddjvu_document_get_filenum(document)), Self.mostFiles)
    for file in 0..<max(0, fileCount) {
      var info = ddjvu_fileinfo_t()
      let size = UInt32(MemoryLayout<ddjvu_fileinfo_t>.size)
      guard
        ddjvu_document_get_fileinfo_imp(document, Int32(file), &info, size) == DDJVU_JOB_OK,
        info.type == 0x50, (0..<count).contains(Int(info.pageno))
      else { continue }
      add(
        Int(info.pageno), identifier: Self.text(info.id), file: Self.text(info.name),
        title: Self.text(info.title))
    }
  }

  init(pages: [(identifier: String, file: String, title: String)]) {
    count = pages.count
    for (index, page) in pages.enumerated() {
      add(index, identifier: page.identifier, file: page.file, title: page.title)
    }
  }

  private mutating func add(_ page: Int, identifier: String, file: String, title: String) {
    identifiers[identifier] = identifiers[identifier] ?? page
    files[file] = files[file] ?? page
    guard !title.isEmpty else { return }
    titled[title, default: []].append(page)
    // Without a title of its own, a page has its file's name for one.
    if title != identifier, title != file, title != String(page + 1) { titles[page] = title }
  }

  private static func text(_ raw: UnsafePointer<CChar>?) -> String {
    guard let raw else { return "" }
    let bytes = String(cString: raw).utf8.prefix(Limit.string)
    return DjVuExpression.text(Array(bytes))
  }

  /// The label of a page; empty if it has no title of its own.
  func label(of page: Int) -> String { CleanText.line(titles[page] ?? "") }

  /// Returns the page of a name; `page` is the one that relative names start from.
  ///
  /// The order is that of DjView: identifiers, `+n`, `-n` and `$n`, titles from this page on,
  /// numbers, file names.
  func page(named name: String, from page: Int) -> Int? {
    guard count > 0, !name.isEmpty else { return nil }
    if let found = identifiers[name] { return found }
    var title = name
    if let sign = name.first, "+-$=".contains(sign) {
      title.removeFirst()
      if sign == "=" {
        return self.page(titled: title, from: page)
      }
      if let number = Self.number(title) {
        let target = sign == "+" ? page + number : sign == "-" ? page - number : number - 1
        return min(max(0, target), count - 1)
      }
      title = name
    }
    if let found = self.page(titled: title, from: page) { return found }
    if let number = Self.number(name) { return min(max(1, number), count) - 1 }
    return files[name]
  }

  private func page(titled title: String, from page: Int) -> Int? {
    let pages = titled[title]
    return pages?.first { $0 >= page } ?? pages?.first
  }

  /// Decimal digits; so many that they overflow are more than any document has pages.
  private static func number(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return min(Int(text) ?? Limit.pageCount, Limit.pageCount)
  }
}
