package import DocumentModel
import Files
import Text

/// The images of a folder in their natural order, which are turned like pages.
package struct FolderImages {
  private let folder: String
  private let names: [String]
  private let place: Int

  /// Reads the folder of an image; nil if the file is none, or is gone.
  package init?(beside path: String, _ types: DocumentTypes) {
    func isImage(_ name: String) -> Bool {
      types.type(named: name).map {
        // Images of other types are of the general one, and are not read.
        $0.identifier != "public.image" && types.conforms($0.identifier, to: "public.image")
      } ?? false
    }
    let (folder, own) = (PathParts.folder(of: path), PathParts.name(of: path))
    guard isImage(own), let entries = try? FolderReader.names(in: folder) else { return nil }
    let found = entries.map(\.name).filter { !$0.hasPrefix(".") && isImage($0) }
    names = NaturalOrder(found).sorted().map { found[$0] }
    guard let place = names.firstIndex(where: { PathParts.same($0, own) }) else { return nil }
    (self.folder, self.place) = (folder, place)
  }

  /// Returns the image so many places after the first one, the last on the way there; nil if there is none.
  package func path(after steps: Int) -> String? {
    let next = min(max(0, place + steps), names.count - 1)
    return next == place ? nil : PathParts.joined(folder, names[next])
  }
}
