import DocumentModel
import Glibc
import Platform

/// The thumbnails all programs of the user share (freedesktop Thumbnail Managing Standard 0.9).
///
/// `THUMBNAILS/normal/MD5.png` and so on, MD5 that of the file's address; what could not be drawn is remembered in `fail/recto`. It has no
/// state: other programs write there as well. Nothing it reads is decoded.
package struct ThumbnailCache: Sendable {
  /// Absolute, links resolved as far as it is there.
  package let folder: String
  /// Whether thumbnails of files on removable media are stored, too.
  package let keepsRemovable: Bool

  /// `folder` is the cache of all programs, as `~/.cache`; the thumbnails are in it.
  package init(in folder: String, keepsRemovable: Bool = true) {
    let own = folder + "/thumbnails"
    self.folder = SystemPath.resolved(own) ?? ThumbnailSource.plain(own)
    self.keepsRemovable = keepsRemovable
  }

  /// A thumbnail that is there.
  package struct Kept: Sendable, Hashable {
    package var path: String
    package var size: ThumbnailSize
    /// Whether Recto wrote it.
    package var isOurs: Bool
  }

  /// The state of a file's thumbnail.
  package enum Finding: Sendable, Hashable {
    case kept(Kept)
    /// No thumbnail could be made, and the file has not changed since.
    case failed
    case nothing
  }

  /// Looks for a file's thumbnail, of the size that is wanted or else of a larger one; using it keeps it from going soon.
  package func find(_ source: ThumbnailSource, _ size: ThumbnailSize) -> Finding {
    for size in [size] + size.larger {
      if let kept = kept(source, size) { return .kept(kept) }
    }
    guard let failure = label(failurePath(of: source)), failure.isValid(for: source),
      failure.until.map({ Int64(time(nil)) < $0 }) ?? true
    else { return .nothing }
    return .failed
  }

  private func kept(_ source: ThumbnailSource, _ size: ThumbnailSize) -> Kept? {
    let path = path(of: source, size)
    let descriptor = SystemPath.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let label = ThumbnailLabel(descriptor: descriptor), label.isValid(for: source),
      label.fits(size)
    else { return nil }
    // Its modification time is the time of its last use; the source's stamp is stored inside.
    if label.isOurs, Int64(status.st_mtim.tv_sec) + Self.day < Int64(time(nil)) {
      futimens(descriptor, nil)
    }
    return Kept(path: path, size: size, isOurs: label.isOurs)
  }

  /// In seconds.
  package static let day: Int64 = 86_400

  func label(_ path: String) -> ThumbnailLabel? {
    let descriptor = SystemPath.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return ThumbnailLabel(descriptor: descriptor)
  }

  package func path(of source: ThumbnailSource, _ size: ThumbnailSize) -> String {
    folder + "/" + size.name + "/" + source.fileName
  }

  func failurePath(of source: ThumbnailSource) -> String {
    failures + "/" + source.fileName
  }

  var failures: String { folder + "/fail/recto" }

  /// Returns why no thumbnail may be stored for a file; nil if it may.
  package func refusal(of source: ThumbnailSource) -> ThumbnailError? {
    let path = SystemPath.resolved(source.path) ?? source.path
    if PathParts.lies(path, in: folder) { return .liesInCache }
    return source.isRemovable && !keepsRemovable ? .isRemovable : nil
  }
}
