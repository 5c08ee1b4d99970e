import DocumentModel
package import Files
package import Messages

/// The first names of a folder in the order of its list, and how many it shows.
package struct FolderGlimpse: Sendable, Hashable {
  package var names: [String]
  package var count: Int
  /// Files that are not hidden and that the list leaves out.
  package var otherCount: Int

  /// The list's options, and how many names are needed.
  package struct Look: Sendable {
    var types: EntryTypes
    var options: ListOptions
    var most: Int

    package init(_ types: EntryTypes, _ options: ListOptions = ListOptions(), most: Int) {
      self.types = types
      self.options = options
      self.most = most
    }
  }

  /// Lists folders first, with a slash; links count as their targets, and files with unknown extensions are examined, as in the list.
  ///
  /// Reads on the caller's thread.
  package init(of path: String, _ look: Look) throws(FilesError) {
    let listing = FolderListing(types: look.types, sniffed: [:])
    listing.add(try FolderReader.names(in: path))
    listing.resolve(
      listing.links.map { FileStatus(PathParts.joined(path, listing.entries[$0].name)) })
    self.init(
      Self.lookingInside(listing.entries, listing.unknown, path, look, SniffedTypes(), nil), look)
  }

  init(_ entries: [FolderEntry], _ look: Look) {
    let types = look.types.all
    var first = FirstRows(look.most, types: types, options: look.options)
    for (index, entry) in entries.enumerated() { first.add(entry, at: index) }
    names = first.rows(of: entries).map { row in
      let entry = entries[Int(row)]
      return entry.kind == .folder ? entry.name + "/" : entry.name
    }
    count = entries.count { look.options.shows($0, types) }
    otherCount = entries.count { !$0.isHidden && !look.options.shows($0, types) }
  }

  /// Returns the entries, examining those whose names do not determine a type.
  private static func lookingInside(
    _ entries: [FolderEntry], _ unknown: [(place: Int, name: String)], _ path: String,
    _ look: Look, _ sniffed: SniffedTypes, _ token: Cancellation?
  ) -> [FolderEntry] {
    // If all files are shown, types do not matter.
    guard !look.options.showsAll, !unknown.isEmpty, unknown.count <= SniffedTypes.mostSniffed,
      let found = sniffed.look(
        at: unknown.map(\.name), in: path, token, inside: { look.types.type(inside: $0) })
    else { return entries }
    var entries = entries
    for (type, (place, _)) in zip(found, unknown) { entries[place].type = type }
    return entries
  }

  /// Reads in the background; reports again when a mount behind links answers late.
  static func read(
    _ path: String, _ look: Look, _ sniffed: SniffedTypes, by reader: FolderReader,
    cancellation: Cancellation,
    answer: @escaping @Sendable (Result<FolderGlimpse, FilesError>) -> Void
  ) {
    let listing = FolderListing(types: look.types, sniffed: sniffed.known(in: path))
    let end = { @Sendable in
      let (entries, unknown) = (listing.entries, listing.unknown)
      guard !look.options.showsAll, !unknown.isEmpty else {
        return answer(.success(FolderGlimpse(entries, look)))
      }
      reader.lanes.add(at: path, cancellation: cancellation) { token in
        let known = lookingInside(entries, unknown, path, look, sniffed, token)
        if !token.isCancelled { answer(.success(FolderGlimpse(known, look))) }
      }
    }
    reader.read(path, cancellation: cancellation) {
      listing.add($0)
    } end: { result in
      if case .failure(let error) = result { return answer(.failure(error)) }
      guard !listing.links.isEmpty else { return end() }
      let names = listing.links.map { listing.entries[$0].name }
      reader.statuses(of: names, in: path, cancellation: cancellation) {
        listing.resolve($0)
        end()
      }
    }
  }
}
