import Dispatch
import DocumentModel
import Files
import Library
import Messages
import Platform

/// Watches the places of the browser's tabs and the desktop's lists, and reports changes.
// Unchecked: all that changes is touched on the queue only.
final class PlaceWatch: @unchecked Sendable {
  private let mailbox: Mailbox
  private let queue = DispatchQueue(label: "recto.watch", qos: .utility)
  private let folders: FolderWatch
  private var wanted: Set<BrowserPlace> = []
  private var watched: [BrowserPlace: FolderWatch.Token] = [:]
  private var recents: FolderWatch.Token?
  private var mounts: MountWatch?

  init(mailbox: Mailbox, lanes: DiskLanes) {
    self.mailbox = mailbox
    folders = FolderWatch(queue: queue, lanes: lanes)
  }

  /// Sets the places to watch. Each is watched as soon as it has been read, so that its first rows need not wait for the watch.
  func want(_ places: [BrowserPlace]) {
    queue.async { [self] in
      wanted = Set(places)
      watched = watched.filter { wanted.contains($0.key) }
    }
  }

  /// A place has been read, and was this before; nil if it cannot be read.
  func wasRead(_ place: BrowserPlace, _ version: FolderVersion?) {
    queue.async { [self] in
      guard let folder = place.folder, wanted.contains(place), watched[place] == nil else { return }
      watched[place] = folders.watch(folder, since: version) { [mailbox] isUnchanged in
        // Changes between the first listing and the watch require another listing if names changed, else new facts.
        mailbox.post(.browser(isUnchanged ? .watched(place) : .changed(place)))
      } notice: { [weak self, mailbox] change in
        // Another tab may come back to it when it is there again.
        if change.isGone { self?.watched[place] = nil }
        mailbox.post(.browser(change.isGone ? .vanished(place) : .changed(place)))
      }
    }
  }

  /// Watches the desktop's list of recent documents and the mount table.
  func watchDesktop(recents file: String, mounted: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      guard mounts == nil else { return }
      mounts = MountWatch(mounted)
      let name = PathParts.name(of: file)
      recents = folders.watch(PathParts.folder(of: file)) { [mailbox] change in
        let names = change.appeared + change.changed + change.renamed.map(\.to)
        if names.contains(name) { mailbox.post(.browser(.changed(.recents))) }
      }
    }
  }
}
