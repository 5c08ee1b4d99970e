import DocumentModel
import Glibc
import Platform

/// Extracting archives.
extension FileOperation {
  /// Extracts an archive to a folder of its name; if everything in it lies in one folder, to that.
  func extract(_ archive: String, into folder: String) throws(FilesError) {
    guard let contents, FileStatus(archive) != nil else { throw FilesError(.notFound, archive) }
    guard FileStatus(folder)?.isFolder == true else { throw FilesError(.notAFolder, folder) }
    sweep(folder)
    meter.reportIfDue()
    let temporary = UnfinishedName.random(in: folder)
    let extraction = ArchiveExtraction(into: temporary, disk: disk)
    do throws(FilesError) {
      let lock = try UnfinishedName.claim(temporary, folderMode: 0o700, disk)
      var counted = 0
      try extraction.extract(archive, by: contents, cancellation) { position in
        if position > counted { meter.add(bytes: position - counted) }
        counted = max(counted, position)
      }
      let inside = try FolderReader.names(in: temporary, followingLink: false)
      let only = inside.count == 1 ? inside.first : nil
      if let only, FileStatus(PathParts.joined(temporary, only.name))?.isFolder == true {
        try place(PathParts.joined(temporary, only.name), named: only.name, archive, in: folder)
        try TreeRemoval.remove(temporary, Disk())
      } else {
        let mode = 0o777 & ~SafeWrite.mask
        try disk.call(.mode, temporary) { SystemPath.lend(temporary) { chmod($0, mode) } }
        try place(
          temporary, named: PathParts.split(PathParts.name(of: archive)).stem, archive, in: folder)
      }
      withExtendedLifetime(lock) {}
    } catch {
      try? TreeRemoval.remove(temporary, Disk())
      throw error
    }
    if extraction.isDamaged { outcome.failures.append(FilesError(.damagedArchive, archive)) }
    if extraction.leftOutCount > 0 {
      outcome.failures.append(FilesError(.leftOut(extraction.leftOutCount), archive))
    }
    meter.addFile()
  }

  /// Gives the extracted folder its name, or the first free one.
  private func place(
    _ extracted: String, named name: String, _ archive: String, in folder: String
  ) throws(FilesError) {
    var target = PathParts.joined(folder, name)
    while true {
      do throws(FilesError) {
        if FileStatus(target) != nil { throw FilesError(.exists, target) }
        try disk.rename(extracted, to: target)
        return noteCopy(archive, target)
      } catch  where error.reason == .exists {
        target = try FreeName.find(for: name, in: folder, isFolder: true, style: .number)
      }
    }
  }
}
