import DocumentModel
import Glibc
import Wire

/// Runs edit requests: from memory into memory, independent of an open document.
struct EditWorkerTasks {
  private let mapping: FileMapping
  private let descriptor: Int32
  private let work: EditWork

  /// The descriptor is that of the memory, and stays the caller's.
  init(_ work: EditWork, _ descriptor: Int32) throws(EngineFailure) {
    mapping = try FileMapping(descriptor)
    self.work = work
    self.descriptor = descriptor
    guard work.byteCount <= mapping.bytes.count, !work.files.isEmpty,
      work.files.allSatisfy({ $0.count > 0 }),
      work.room == 0
        || work.roomOffset >= work.byteCount
          && work.roomOffset + work.room <= mapping.bytes.count
    else { throw .unreadable }
  }

  private var files: [UnsafeRawBufferPointer] {
    var start = 0
    return work.files.map { file in
      defer { start += file.count }
      return UnsafeRawBufferPointer(rebasing: mapping.bytes[start..<start + file.count])
    }
  }

  private func edits() throws(EditRefusal) -> [DocumentEdit] {
    let start = work.byteCount - work.editsCount
    do throws(WireError) {
      return try DocumentEdits.decoded(Array(mapping.bytes[start..<work.byteCount]))
    } catch {
      throw EditRefusal(.failed)
    }
  }

  func edited() -> Reply {
    answer { () throws(EditRefusal) in
      let (bytes, outcome) = try DocumentEditing.bytes(of: files, try edits(), work)
      guard bytes.count <= work.room else { throw EditRefusal(.tooLarge) }
      try put(bytes)
      return .edited(outcome)
    }
  }

  func verified() -> Reply {
    answer { () throws(EditRefusal) in
      let files = files
      var others: [Int] = []
      for number in files.indices.dropFirst().dropLast() {
        let source = try SourceDocument(
          files[number], password: work.files[number].password, number: number)
        others.append(source.pages.count)
      }
      try EditCheck(files, work).verify(try edits(), others: others)
      return .editVerified
    }
  }

  /// A worker writes to no file, only to memory it shares.
  private func put(_ bytes: [UInt8]) throws(EditRefusal) {
    let mapped = mmap(
      nil, work.room, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(work.roomOffset))
    guard let mapped, mapped != MAP_FAILED else { throw EditRefusal(.failed) }
    defer { munmap(mapped, work.room) }
    UnsafeMutableRawBufferPointer(start: mapped, count: work.room).copyBytes(from: bytes)
  }

  private func answer(_ body: () throws(EditRefusal) -> Reply) -> Reply {
    do throws(EditRefusal) {
      return try withExtendedLifetime(mapping) { () throws(EditRefusal) in try body() }
    } catch {
      return .editRefused(error)
    }
  }
}
