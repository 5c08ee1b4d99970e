internal import CLinux
import DocumentModel
import Glibc
import Platform

/// The system calls that change the disk; a test makes any of them fail, or ends the process before it.
package struct Disk: Sendable {
  package enum Call: String, Sendable, CaseIterable {
    case open, create, lock, read, write, clone, copyRange, size, mode, owner, attribute, times,
      sync
    case close, rename, exchange, remove, removeFolder, makeFolder, makeLink, trash
  }

  /// The number of the error a call shall fail with, before it is done; nil lets it through.
  package typealias Fault = @Sendable (Call, String) -> Int32?

  private let fault: Fault?

  package init(fault: Fault? = nil) { self.fault = fault }

  /// Returns the failure injected by a test.
  func injected(_ call: Call, _ path: String) -> Int32? { fault?(call, path) }

  /// Does a call that gives a negative number on failure; again where a signal came between.
  @discardableResult func call<Number: SignedInteger>(
    _ call: Call, _ path: String, _ body: () -> Number
  ) throws(FilesError) -> Number {
    if let number = injected(call, path) { throw FilesError(errno: number, path) }
    while true {
      let result = body()
      if result >= 0 { return result }
      let number = errno
      if number != EINTR || call == .close { throw FilesError(errno: number, path) }
    }
  }

  func open(_ path: String, _ flags: Int32) throws(FilesError) -> Descriptor {
    Descriptor(try call(.open, path) { SystemPath.lend(path) { clinux_open($0, flags, 0) } })
  }

  /// Opens for reading; reports missing read permission as such.
  func openToRead(_ path: String, _ flags: Int32) throws(FilesError) -> Descriptor {
    do throws(FilesError) {
      return try open(path, O_RDONLY | flags)
    } catch {
      throw error.whenReading(isFolder: flags & O_DIRECTORY != 0)
    }
  }

  /// A new file that only we can read, for now; `.exists` where the name is taken, a dangling link among others.
  func create(_ path: String) throws(FilesError) -> Descriptor {
    Descriptor(
      try call(.create, path) {
        SystemPath.lend(path) { clinux_open($0, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600) }
      })
  }

  /// Whether the lock is ours; true also where the file system has none.
  func lock(_ file: inout Descriptor, _ path: String) throws(FilesError) -> Bool {
    let number = file.number
    do throws(FilesError) {
      try call(.lock, path) { flock(number, LOCK_EX | LOCK_NB) }
      file.isLocked = true
      return true
    } catch {
      if error.reason == .busy { return false }
      let missing: [FilesError.Reason] = [.system(ENOLCK), .system(ENOTSUP), .system(ENOSYS)]
      if missing.contains(error.reason) { return true }
      throw error
    }
  }

  func write(
    _ bytes: UnsafeRawBufferPointer, to number: Int32, at offset: Int64, _ path: String
  ) throws(FilesError) {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = try call(.write, path) {
        pwrite(number, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
      }
      guard count > 0 else { throw FilesError(.system(EIO), path) }
      done += count
    }
  }

  func write(
    _ bytes: [UInt8], to number: Int32, at offset: Int64, _ path: String
  ) throws(FilesError) {
    var failure: FilesError?
    bytes.withUnsafeBytes { bytes in
      do throws(FilesError) { try write(bytes, to: number, at: offset, path) } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  func sync(_ file: borrowing Descriptor, _ path: String) throws(FilesError) {
    let number = file.number
    try call(.sync, path) { fsync(number) }
  }

  /// Makes names that were given or taken in a folder last; file systems that cannot do it for folders are left in peace.
  func syncFolder(_ path: String) throws(FilesError) {
    let folder = try open(path, O_RDONLY | O_DIRECTORY)
    do throws(FilesError) {
      try sync(folder, path)
    } catch  where error.reason == .system(EINVAL) || error.reason == .system(ENOTSUP) {}
  }

  /// Renames a file and replaces any existing one.
  func rename(_ from: String, over to: String) throws(FilesError) {
    try call(.rename, to) {
      SystemPath.lend(from) { from in SystemPath.lend(to) { Glibc.rename(from, $0) } }
    }
  }

  /// Replaces nothing: `.exists` where the name is taken.
  func rename(_ from: String, to: String) throws(FilesError) {
    do throws(FilesError) {
      try call(.rename, to) {
        SystemPath.lend(from) { from in SystemPath.lend(to) { clinux_rename_new(from, $0) } }
      }
    } catch  where error.reason == .exists {
      try renameCase(from, to: to, error)
    } catch  where Self.cannot.contains(error.reason) {
      // This file system has no atomic test, so another file might appear in between.
      guard FileStatus(to) == nil else { throw FilesError(.exists, to) }
      try rename(from, over: to)
    }
  }

  /// `a` becomes `A` where the file system holds both for one.
  private func renameCase(_ from: String, to: String, _ error: FilesError) throws(FilesError) {
    guard let one = FileStatus(from), let other = FileStatus(to),
      one.links == 1 || one.kind == .folder,
      one.stamp.isSameFile(as: other.stamp), !PathParts.same(from, to),
      PathParts.same(from.lowercased(), to.lowercased())
    else { throw error }
    try rename(from, over: to)
  }

  /// Errors of file systems that lack a way of renaming.
  static let cannot: [FilesError.Reason] = [.system(EINVAL), .system(ENOSYS), .system(ENOTSUP)]

  func exchange(_ one: String, _ other: String) throws(FilesError) {
    try call(.exchange, other) {
      SystemPath.lend(one) { one in SystemPath.lend(other) { clinux_exchange(one, $0) } }
    }
  }

  func remove(_ path: String) throws(FilesError) {
    try call(.remove, path) { SystemPath.lend(path) { unlink($0) } }
  }

  func removeFolder(_ path: String) throws(FilesError) {
    try call(.removeFolder, path) { SystemPath.lend(path) { rmdir($0) } }
  }

  func makeFolder(_ path: String, mode: mode_t = 0o777) throws(FilesError) {
    try call(.makeFolder, path) { SystemPath.lend(path) { mkdir($0, mode) } }
  }

  /// Makes a folder and those above it that are missing; private ones are the user's only.
  package func makeFolders(_ path: String, arePrivate: Bool = false) throws(FilesError) {
    if FileStatus(path) != nil { return }
    try makeFolders(PathParts.folder(of: path), arePrivate: arePrivate)
    try makeFolder(path, mode: arePrivate ? 0o700 : 0o777)
  }

  func makeLink(_ path: String, to target: String) throws(FilesError) {
    try call(.makeLink, path) {
      SystemPath.lend(target) { target in SystemPath.lend(path) { symlink(target, $0) } }
    }
  }
}

/// An open file, closed with its owner.
package struct Descriptor: ~Copyable {
  let number: Int32
  fileprivate(set) var isLocked = false

  init(_ number: Int32) { self.number = number }

  deinit {
    Self.unlock(number, isLocked)
    Glibc.close(number)
  }

  /// A child that is being started has our descriptors until it becomes its program, and would keep the lock so long.
  private static func unlock(_ number: Int32, _ isLocked: Bool) {
    if isLocked { flock(number, LOCK_UN) }
  }

  /// Closes and reports late errors: network file systems may write only now.
  consuming func close(_ disk: Disk, _ path: String) throws(FilesError) {
    Self.unlock(number, isLocked)
    let result = Glibc.close(number)
    let code = errno
    discard self
    try disk.call(.close, path) {
      errno = code
      return result
    }
  }

  var status: stat? {
    var status = stat()
    return fstat(number, &status) == 0 ? status : nil
  }
}
