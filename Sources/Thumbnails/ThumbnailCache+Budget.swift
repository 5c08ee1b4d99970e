import DocumentModel
import Files
import Glibc
import Platform

extension ThumbnailCache {
  /// The numbers of removed and remaining thumbnails of Recto's.
  package struct Cleaning: Sendable, Hashable {
    package var removed = 0
    package var removedBytes: Int64 = 0
    package var kept = 0
    package var keptBytes: Int64 = 0
  }

  /// Removes Recto's least recently used thumbnails until the rest fits into the budget; other programs' thumbnails stay.
  ///
  /// If everything fits, no file is opened.
  package func evict(to budget: Int64) -> Cleaning {
    let files = files()
    guard files.reduce(0, { $0 + $1.bytes }) > budget else { return Cleaning() }
    var cleaning = Cleaning()
    // Unfinished files are abandoned after some time.
    remove(files.filter(\.isAbandoned), &cleaning)
    evict(files.filter { !$0.isUnfinished && label($0.path)?.isOurs == true }, budget, &cleaning)
    return cleaning
  }

  /// Removes thumbnails and failures of files that have changed or are gone, and abandoned files; then evicts.
  ///
  /// If a file's folder is missing, too, it may be on removed media: its thumbnail stays.
  package func clean(to budget: Int64) -> Cleaning {
    var cleaning = Cleaning()
    let files = files()
    remove(files.filter(\.isAbandoned), &cleaning)
    var left: [File] = []
    for file in files where !file.isUnfinished {
      guard let label = label(file.path), label.isOurs else { continue }
      if isStale(label) { remove([file], &cleaning) } else { left.append(file) }
    }
    evict(left, budget, &cleaning)
    return cleaning
  }

  private func evict(_ files: [File], _ budget: Int64, _ cleaning: inout Cleaning) {
    var total = files.reduce(0) { $0 + $1.bytes }
    var rest = files.sorted { $0.used < $1.used }[...]
    while total > budget, let oldest = rest.popFirst() {
      total -= oldest.bytes
      remove([oldest], &cleaning)
    }
    cleaning.kept = rest.count
    cleaning.keptBytes = total
  }

  private func isStale(_ label: ThumbnailLabel) -> Bool {
    guard let path = label.uri.flatMap(FileURI.path) else { return true }
    if let source = ThumbnailSource(path) { return !label.isValid(for: source) }
    return SystemPath.isThere(PathParts.folder(of: path)) && SystemPath.status(path) == nil
  }

  private func remove(_ files: [File], _ cleaning: inout Cleaning) {
    for file in files where SystemPath.lend(file.path, { unlink($0) }) == 0 {
      cleaning.removed += 1
      cleaning.removedBytes += file.bytes
    }
  }

  private struct File {
    var path: String
    /// Its size on the disk.
    var bytes: Int64
    /// In seconds since 1970-01-01 UTC.
    var used: Int64

    var isUnfinished: Bool { PathParts.name(of: path).contains(ThumbnailCache.unfinished) }
    var isAbandoned: Bool { isUnfinished && used + 3_600 < Int64(time(nil)) }
  }

  /// All files of all sizes, and the failures Recto remembers.
  private func files() -> [File] {
    let folders = ThumbnailSize.allCases.map { folder + "/" + $0.name } + [failures]
    return folders.flatMap { folder -> [File] in
      let names = (try? FolderReader.names(in: folder)) ?? []
      return names.compactMap { entry in
        let path = folder + "/" + entry.name
        guard let status = SystemPath.status(path), status.st_mode & S_IFMT == S_IFREG else {
          return nil
        }
        return File(
          path: path, bytes: Int64(status.st_blocks) * 512, used: Int64(status.st_mtim.tv_sec))
      }
    }
  }
}
