import Dispatch
import Files
import Glibc
import Interface
import Library
import Platform
import Workers

/// Carries out what the browser asks for; answers come back through the mailbox.
// Unchecked: all that changes is touched on the queue only.
final class BrowserRunner: @unchecked Sendable {
  private let mailbox: Mailbox
  private let library: ReadingLibrary
  private let types = EntryTypes()
  private let gatherer: Gatherer
  private let places: PlaceReader
  private let facts: FactReader
  private let previews: PreviewReader
  private let finder: DocumentFinder
  private let queue = DispatchQueue(label: "recto.browser", qos: .userInitiated)

  init(pool: WorkerPool, library: ReadingLibrary, mailbox: Mailbox) {
    self.mailbox = mailbox
    self.library = library
    let gatherer = Gatherer(library: library)
    self.gatherer = gatherer
    places = PlaceReader(mailbox: mailbox, types: types, gatherer: gatherer)
    facts = FactReader(mailbox: mailbox, gatherer: gatherer)
    previews = PreviewReader(pool: pool, mailbox: mailbox)
    finder = DocumentFinder(mailbox: mailbox, types: types) { gatherer.known($0) }
    mailbox.post(.browser(.types(types.all)))
  }

  func run(_ effect: BrowserEffect) {
    switch effect {
    case .read(let tab, let generation, let place):
      places.read(tab: tab, generation: generation, place)
    case .order(let tab, let generation, let serial, let order):
      places.order(tab: tab, generation: generation, serial: serial, order)
    case .facts(let tab, let generation, let place, let keys, let areAll):
      facts.look(tab: tab, generation: generation, place, keys, areAll: areAll)
    case .preview(let serial, let path, let isFolder):
      previews.read(serial: serial, path: path, isFolder: isFolder)
    case .find(let serial, let query, let folder):
      finder.find(serial: serial, query: query, below: folder)
    case .stopFinding: finder.stop()
    default: break
    }
  }
}
