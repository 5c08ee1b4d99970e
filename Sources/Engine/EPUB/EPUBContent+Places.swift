import DocumentModel
import Wire

/// The contents, links and canonical fragment identifiers of a book.
extension EPUBContent {
  func outline() -> [OutlineItem] {
    navigation.map { $0.contents.map { item($0, isOpen: $0.children.count < 12) } } ?? []
  }

  private func item(_ entry: EPUBNavigation.Entry, isOpen: Bool, depth: Int = 0) -> OutlineItem {
    OutlineItem(
      title: entry.title, target: entry.place.map(outlineTarget), isOpen: isOpen,
      children: depth + 1 < Limit.outlineDepth
        ? entry.children.map { item($0, isOpen: false, depth: depth + 1) } : [])
  }

  private func outlineTarget(_ place: String) -> LinkTarget {
    isSmall
      ? destination(named: place).map(LinkTarget.destination) ?? .named(place)
      : target(ofPlace: place)
  }

  func target(ofPlace name: String) -> LinkTarget {
    let (path, fragment) = Self.parts(name)
    guard let number = numbers[path] else { return .named(name) }
    // A place in a file that is not set yet is looked up when it is followed.
    guard fragment.isEmpty || set[number] != nil else { return .named(name) }
    return destination(named: name).map(LinkTarget.destination) ?? .named(name)
  }

  /// The labels of a portion: the pages of the printed book that have parts of it.
  func labels(ofPage page: Int) -> PageLabels {
    let (number, portion) = place(of: page)
    guard let pages = printedPages[sections[number].path] else {
      return PageLabels(sections[number].label)
    }
    if let known = labels[number] { return known[portion] }
    let set = section(number)
    let all = PageLabels.ofPortions(
      set.portions.count, begun(pages, in: number, set), from: sections[number].label)
    labels[number] = all
    return all[portion]
  }

  /// Where pages of the printed book begin in a section.
  private func begun(
    _ pages: [EPUBNavigation.Page], in number: Int, _ set: SetSection
  ) -> [(label: String, place: FlowPlace)] {
    let fragments = pages.map { EPUBFragment($0.place) }
    let places =
      fragments.contains { $0 != nil } ? self.places(of: fragments, in: number) : []
    return pages.enumerated().compactMap { index, page in
      let place =
        fragments[index] != nil
        ? places[safe: index] ?? nil
        : Self.parts(page.place).fragment.isEmpty
          ? FlowPlace(name: "", destination: Destination(page: 0)) : set.places[page.place]
      return place.map { (page.label, $0) }
    }
  }

  /// The place of `path#identifier`, or of a page of the printed book by its number.
  func destination(named name: String) -> Destination? {
    if let fragment = EPUBFragment(name) { return destination(of: fragment) }
    let (path, fragment) = Self.parts(name)
    guard let number = numbers[path] else {
      if let page = navigation?.pages.first(where: { $0.label == name }), page.place != name {
        return destination(ofPrinted: page)
      }
      // The file's name is enough.
      let whole = sections.first { $0.path.hasSuffix("/" + path) }?.path
      return whole.flatMap {
        destination(named: fragment.isEmpty ? $0 : $0 + "#" + fragment)
      }
    }
    let first = sections[number].pages.lowerBound
    guard !fragment.isEmpty else { return Destination(page: first) }
    guard var found = section(number).places[path + "#" + fragment]?.destination else {
      // An entry of the contents leads to its chapter at least.
      return listedPlaces.contains(name) ? Destination(page: first) : nil
    }
    found.page += first
    return found
  }

  /// The first character of a page of the printed book, which may be within a paragraph.
  private func destination(ofPrinted page: EPUBNavigation.Page) -> Destination? {
    var found = destination(named: page.place)
    if let portion = found?.page,
      let start = labels(ofPage: portion).later.first(where: { $0.label == page.label }),
      start.place.x > 0
    {
      found?.x = start.place.x
    }
    return found
  }

  /// The row that a canonical fragment identifier leads to.
  private func destination(of fragment: EPUBFragment) -> Destination? {
    guard let path = package.path(ofItem: fragment.item), let number = numbers[path] else {
      return nil
    }
    guard let place = textPlace(of: fragment, in: number) else {
      return Destination(page: sections[number].pages.lowerBound)
    }
    let index = place.page - sections[number].pages.lowerBound
    let portion = section(number, around: index).portions[index]
    let box = portion.text.boxes[safe: place.characters.lowerBound]
    return Destination(page: place.page, x: nil, y: box.map { PortionBuilder.y(ofRowOf: $0) })
  }

  func places(of ranges: [Range<Int>], on page: Int) -> [BookPlace] {
    let (number, portion) = place(of: page)
    let path = sections[number].path
    let (_, tree, sources) = setSection(
      sections[number], withSources: true, around: portion, known: set[number]?.places)
    guard let tree, let sources, let spine = package.fragmentPath(to: path) else { return [] }
    return ranges.map { range in
      var fragment: String?
      if let first = sources.byte(of: range.lowerBound, on: portion, in: tree),
        let last = sources.byte(of: range.upperBound, on: portion, in: tree), first < last
      {
        fragment = EPUBFragment.text(first..<last, in: tree, spine: spine)
      }
      return BookPlace(file: path, fragment: fragment ?? "epubcfi(\(spine)!)")
    }
  }

  static func parts(_ name: String) -> (path: String, fragment: String) {
    let parts = name.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
  }
}
