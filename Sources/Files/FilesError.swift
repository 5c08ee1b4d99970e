import Glibc
import Platform

/// An error and the file it is about.
package struct FilesError: Error, Sendable, Hashable {
  package enum Reason: Error, Sendable, Hashable {
    case notFound, exists, denied, readOnly, noSpace, tooLarge, isFolder, notAFolder, notEmpty
    /// Reading is not permitted, of a file or of a folder with its contents.
    case unreadableFile, unreadableFolder
    /// A link that leads back to itself.
    case linkLoop
    /// No ordinary file: a pipe, a device, a socket.
    case notAFile
    /// The file system takes no such name: too long, or with characters it keeps for itself.
    case badName
    /// Another program writes it at this moment.
    case busy
    /// The file is not the one that was read.
    case changedMeanwhile
    /// A folder cannot go into itself.
    case intoItself
    /// Source and target are one file.
    case sameFile
    /// The copy differs from the source; the source is untouched.
    case copyDiffers
    /// The copy is complete, but the source could not be removed.
    case sourceRemains
    /// The volume has no trash, or refuses; the file is where it was.
    case noTrash
    /// The trash's record of the file is damaged: its original place is unknown.
    case trashDamaged
    /// Its bytes do not match the document's format.
    case notItsFormat
    /// The file needs a password that was not given.
    case encrypted
    /// There is no text in it.
    case noText
    /// Its text cannot be had: it is damaged, or no document.
    case unreadable
    /// The text of a page, from 1, is unreadable in the same way.
    case unreadablePage(Int)
    /// The file is not a readable archive, although its name says so.
    case notAnArchive
    case encryptedArchive
    /// The archive is damaged; the files before the damage were extracted.
    case damagedArchive
    /// So many links, devices and unusable names of an archive were not extracted.
    case leftOut(Int)
    case cancelled
    /// Any other answer of the system's (errno).
    case system(Int32)
  }

  package var reason: Reason
  package var path: String

  package init(_ reason: Reason, _ path: String) {
    self.reason = reason
    self.path = path
  }

  private static let reasons: [Int32: Reason] = [
    ENOENT: .notFound, EEXIST: .exists, EACCES: .denied, EPERM: .denied, EROFS: .readOnly,
    ENOSPC: .noSpace, EDQUOT: .noSpace, EFBIG: .tooLarge, EISDIR: .isFolder, ENOTDIR: .notAFolder,
    ENOTEMPTY: .notEmpty, ELOOP: .linkLoop, ENAMETOOLONG: .badName, EILSEQ: .badName,
    ETXTBSY: .busy, EBUSY: .busy, ECANCELED: .cancelled, EWOULDBLOCK: .busy,
  ]

  /// The error of a system call (errno).
  package init(errno number: Int32, _ path: String) {
    self.init(Self.reasons[number] ?? .system(number), path)
  }

  /// Returns the same error for something that was only to be read.
  package func whenReading(isFolder: Bool) -> FilesError {
    guard reason == .denied else { return self }
    return FilesError(isFolder ? .unreadableFolder : .unreadableFile, path)
  }

  private static let trashReasons: [PlatformError.Reason: Reason] = [
    .notFound: .notFound, .noSpace: .noSpace,
  ]

  init(_ error: PlatformError, trashing path: String) {
    self.init(Self.trashReasons[error.reason] ?? .noTrash, path)
  }
}
