import DocumentModel
import Interface
import Library
import Platform
import Services

/// The annotations and tags that members of a shared library have added to a document, for a subcommand.
///
/// Without its server a library that has known the document before is used as it is known here.
struct MemberEdits {
  private let library: JoinedLibrary
  private let exchange: EditExchange
  private let path: String
  private let places: [SharedDocument]

  init(_ name: String, of path: String) throws(CommandDocument.Failure) {
    library = try JoinedLibraries.named(name)
    guard let hash = Digest.sha256(file: path) else {
      throw CommandDocument.Failure(sentence: "\(path) cannot be read")
    }
    self.path = path
    exchange = EditExchange(folder: ReadingLibrary.defaultFolder())
    let trouble = Self.run(exchange, library, finding: hash, at: path)
    let id = library.id
    places = try Self.attempt(name) { [exchange] () throws(LibraryTrouble) -> [SharedDocument] in
      var places: [SharedDocument] = []
      for place in try exchange.places(of: hash, at: path) where place.library == id {
        if try !exchange.isLost(place) { places.append(place) }
      }
      return places
    }
    guard !places.isEmpty else {
      throw CommandDocument.Failure(
        sentence: trouble
          ?? "\(path) is in no collection of \(name) that you are admitted to")
    }
    if let trouble { Output.complain(trouble + "; what is known here is used") }
  }

  /// Sends pending edits and fetches those of others; returns the reason if that fails.
  static func run(
    _ exchange: EditExchange, _ library: JoinedLibrary, finding hash: String? = nil,
    at path: String = ""
  ) -> String? {
    do throws(EditExchange.Failure) {
      let database = try EditExchange.open(library)
      if let hash { try exchange.find(hash, at: path, in: database) }
      try exchange.run(with: database)
      return nil
    } catch {
      if case .server(.notAMember) = error { try? exchange.lose(library.id) }
      return SharedStrings.text(error, library.name)
    }
  }

  private static func attempt<Result>(
    _ name: String, _ body: () throws(LibraryTrouble) -> Result
  ) throws(CommandDocument.Failure) -> Result {
    do throws(LibraryTrouble) { return try body() } catch {
      throw CommandDocument.Failure(sentence: SharedStrings.text(.library(error), name))
    }
  }

  /// Returns the changes that make a copy have the annotations of some members, with commas between, or of all, besides those of the file: the user's own are in it
  /// if they are shared and wanted, under the name of the role.
  func annotations(
    of members: String?, besides list: AnnotationList, pageCount: Int
  ) throws(CommandDocument.Failure) -> [AnnotationChange] {
    let (all, own) = try Self.attempt(library.name) { () throws(LibraryTrouble) in
      var all: [Annotation] = []
      for place in places { all += try exchange.annotations(of: place).shown() }
      return (all, try Self.made(at: path))
    }
    let known = Set(all.map(\.author))
    let wanted = members.map { Set($0.split(separator: ",").map(String.init)) } ?? known
    if let stranger = wanted.subtracting(known).min() {
      let names = known.sorted().joined(separator: ", ")
      let sentence =
        "no annotation is by \(stranger)" + (names.isEmpty ? "" : "; there is \(names)")
      guard !wanted.isDisjoint(with: known) else {
        throw CommandDocument.Failure(sentence: sentence, isNothing: true)
      }
      Output.complain(sentence)
    }
    let shown = all.filter { wanted.contains($0.author) && $0.page < pageCount }
    let ids = Set(shown.map(\.id))
    return list.attached.filter { own.contains($0.id) && !ids.contains($0.id) }
      .map { AnnotationChange(before: $0, after: nil) }
      + shown.map { annotation in
        guard var named = list[annotation.id] else {
          return AnnotationChange(before: nil, after: annotation)
        }
        named.author = annotation.author
        return AnnotationChange(before: list[annotation.id], after: named)
      }.filter { !$0.isEmpty }
  }

  /// Returns the annotations that the user has made of a document.
  private static func made(at path: String) throws(LibraryTrouble) -> Set<AnnotationID> {
    let journal = AnnotationJournal(folder: ReadingLibrary.defaultFolder())
    guard let document = try journal.latest(at: path) else { return [] }
    var history = AnnotationHistory()
    try journal.catchUp(&history, of: document.id)
    return Set(
      history.entries.flatMap { $0.step.changes + $0.step.unplaced }.filter { $0.before == nil }
        .compactMap(\.id))
  }

  /// Returns the annotations of all members, those that a keeper has hidden last, as far as the user may read them.
  func annotations() throws(CommandDocument.Failure) -> (shown: [Annotation], hidden: [Annotation])
  {
    try Self.attempt(library.name) { () throws(LibraryTrouble) in
      var (shown, hidden): ([Annotation], [Annotation]) = ([], [])
      for place in places {
        let all = try exchange.annotations(of: place)
        shown += all.shown()
        hidden += all.hidden
      }
      return (shown, hidden)
    }
  }

  /// Hides annotations from all members, or shows them again; for keepers.
  func hide(_ names: [String], isHidden: Bool) throws(CommandDocument.Failure) {
    for name in names {
      let id = AnnotationID(name)
      let place = try Self.attempt(library.name) { () throws(LibraryTrouble) -> SharedDocument? in
        for place in places {
          let all = try exchange.annotations(of: place)
          if (all.shown() + all.hidden).contains(where: { $0.id == id }) { return place }
        }
        return nil
      }
      guard let place else {
        throw CommandDocument.Failure(
          sentence:
            "\(path) has no annotation “\(name)” of a member; recto share annotations lists them")
      }
      try JoinedLibraries.attempt(library.name) { () throws(SharedLibraryError) in
        try library.open().hide(id, of: place.hash, in: place.collection, isHidden: isHidden)
      }
    }
  }

  /// Returns the tags that the members of a library have given, each with the number of its documents.
  static func tags(of name: String) throws(CommandDocument.Failure) -> [String: Int] {
    let library = try JoinedLibraries.named(name)
    let exchange = EditExchange(folder: ReadingLibrary.defaultFolder())
    do throws(EditExchange.Failure) {
      let database = try EditExchange.open(library)
      try exchange.bring(from: database)
    } catch {
      guard error.isTransient else {
        throw CommandDocument.Failure(sentence: SharedStrings.text(error, name))
      }
      Output.complain(SharedStrings.text(error, name) + "; what is known here is used")
    }
    do throws(EditExchange.Failure) {
      let tags = Set(
        try exchange.tags(of: library.id).flatMap { document, tags in
          tags.map { [$0, document.hash] }
        })
      return Dictionary(grouping: tags) { $0[0] }.mapValues(\.count)
    } catch {
      throw CommandDocument.Failure(sentence: SharedStrings.text(error, name))
    }
  }

  /// Gives the document tags, takes some away, and sends that; returns the tags that it has then, and whether all that were to go were the user's.
  func tags(
    add: [TagName], remove: [String]
  ) throws(CommandDocument.Failure) -> (tags: [SharedTag], areOwn: Bool) {
    var areOwn = true
    if !add.isEmpty || !remove.isEmpty {
      try Self.attempt(library.name) { () throws(LibraryTrouble) in
        for place in places {
          let role = try exchange.role(in: place)
          for tag in try exchange.tags(of: place)
          where remove.contains(tag.name) && !tag.members.contains(role) {
            areOwn = false
            let others = tag.members.joined(separator: ", ")
            Output.complain("“\(tag.name)” is a tag of \(others); members take away their own")
          }
          try exchange.tag(place, add: add, remove: remove)
        }
      }
      if let trouble = Self.run(exchange, library) {
        Output.complain(trouble + "; the tags are sent later")
      }
    }
    let tags = try Self.attempt(library.name) { () throws(LibraryTrouble) -> [SharedTag] in
      var tags: [SharedTag] = []
      for place in places { tags += try exchange.tags(of: place) }
      return tags
    }
    return (tags, areOwn)
  }
}
