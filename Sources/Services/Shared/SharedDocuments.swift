import Dispatch
import DocumentModel
import Files
import Library
import Messages

/// Finds the files of documents of shared libraries for the screen, one at a time; a newer request ends those before.
final class SharedDocuments: Sendable {
  private let mailbox: Mailbox
  private let library: ReadingLibrary
  private let mounts: MountTable
  private let command: [String]
  private let wanted = WantedNumber()

  init(_ machinery: SharedServices) {
    mailbox = machinery.mailbox
    library = machinery.library
    mounts = machinery.lanes.mounts
    command = machinery.preferences.fetchCommand
  }

  func stop() { wanted.set(0) }

  func locate(_ request: LocateRequest) {
    guard case .shared(let place, let hash) = request.document.place else { return }
    wanted.set(request.number)
    JoinedLibrary.load(from: library) { [self] libraries in
      guard let library = libraries.first(where: { $0.name == place.library }) else {
        return post(
          request, .unavailable("the shared library \(place.library) is not joined any more"))
      }
      // A queue of its own: a disk that hangs holds up no other request.
      DispatchQueue(label: "recto.locate", qos: .userInitiated).async { [self] in
        let locating = SharedLocating(
          place: place, hash: hash, request: request, library: library, mounts: mounts,
          command: command, cache: SharedCache(),
          mayGoOn: { [wanted] in wanted.isWanted(request.number) })
        if let located = locating.run() { post(request, located) }
      }
    }
  }

  /// Brings the text of documents to this machine, and posts how many.
  func keep(_ places: [DocumentPlace]) {
    JoinedLibrary.load(from: library) { [self] libraries in
      for library in libraries {
        let own = places.filter {
          if case .shared(let place, _) = $0 { place.library == library.name } else { false }
        }
        guard !own.isEmpty else { continue }
        DispatchQueue(label: "recto.keep", qos: .utility).async { [self] in keep(own, library) }
      }
    }
  }

  private func keep(_ places: [DocumentPlace], _ library: JoinedLibrary) {
    do throws(SharedKeeping.Failure) {
      let searcher: SharedSearcher
      do throws(SharedLibraryError) {
        searcher = SharedSearcher(try library.openAll(), name: library.name)
      } catch {
        throw SharedKeeping.Failure.library(error)
      }
      var last = ContinuousClock.now
      let outcome = try SharedKeeping(library, searcher).run(places) { [mailbox] so in
        guard .now - last > Self.pause else { return }
        last = .now
        mailbox.post(
          .notice("Keeping \(so.documents + so.known) of \(places.count) …", isError: false))
      }
      let count = outcome.documents + outcome.known
      mailbox.post(
        .notice(
          "\(count) \(count == 1 ? "document" : "documents") of \(library.name) can be searched and read offline",
          isError: false))
    } catch {
      mailbox.post(.notice(SharedKeeping.text(error, library.name), isError: true))
    }
  }

  /// The time between two reports.
  private static let pause = Duration.seconds(2)

  private func post(_ request: LocateRequest, _ located: LocatedDocument) {
    mailbox.post(.library(.located(number: request.number, located)))
  }
}
