internal import CRaster
import Wire

/// The libraries of rare formats, which only workers that are asked for them load: they take as long as all others.
package enum RareFormats {
  /// Written once, before the first document.
  private(set) nonisolated(unsafe) static var areLoaded = false

  /// Loads those that are installed; must be called before the sandbox is shut.
  package static func load() {
    _ = craster_load_more()
    areLoaded = true
  }

  /// Refuses a document that only a worker with these libraries can read.
  static func require() throws(EngineFailure) {
    guard areLoaded else { throw .librariesNeeded }
  }

  /// Why something cannot be read whose library is not loaded.
  static var failure: EngineFailure { areLoaded ? .libraryMissing : .librariesNeeded }
}
