import DocumentModel
import Messages

extension AnnotationStrings {
  /// Returns whether it replies to a deleted annotation, and for whom the user's annotation is or why it could not be sent; empty otherwise.
  static func sharedWords(_ annotation: Annotation, in list: AnnotationList) -> String {
    let isOrphan =
      !annotation.isGrouped && annotation.replyTo.map { list[$0] == nil } ?? false
    return [isOrphan ? "reply to a deleted annotation" : "", audienceWords(annotation, in: list)]
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }

  fileprivate static func audienceWords(_ annotation: Annotation, in list: AnnotationList) -> String
  {
    if let reason = list.layer.refusals[annotation.id] {
      return "kept on this machine only: \(reason)"
    }
    guard list.layer.own.contains(annotation.id), !list.layer.collections.isEmpty else { return "" }
    guard list.layer.annotations.contains(where: { $0.id == annotation.id }) else {
      return "hidden from \(names(list.layer)) by a keeper"
    }
    return "for \(list.layer.collections.joined(separator: ", "))"
  }

  /// Returns whom a new annotation is for, to append to the prompt for its text; empty if the document is in no collection.
  static func audience(_ layer: SharedLayer) -> String {
    guard !layer.collections.isEmpty else { return "" }
    return layer.isOpen ? ", for \(names(layer))" : ", for you alone"
  }

  /// Returns whom new annotations are for, and the command that changes it; empty if the document is in no collection.
  static func newAnnotationWords(_ layer: SharedLayer) -> String {
    guard !layer.collections.isEmpty else { return "" }
    return layer.isOpen
      ? "new ones are for \(names(layer)); :share-new-annotations me keeps them private"
      : "new ones are for you alone; :share-new-annotations everyone shares them"
  }

  /// Returns the tags that members have given a document, each with them.
  static func tagWords(_ layer: SharedLayer) -> String {
    layer.tags.map { "\($0.name) (\($0.members.joined(separator: ", ")))" }.joined(separator: ", ")
  }

  /// Returns the other members with annotations in a document, by name.
  static func members(of document: Document?) -> [String] {
    guard let layer = document?.annotations.layer else { return [] }
    return Set(layer.annotations.filter { !layer.own.contains($0.id) }.map(\.author)).sorted()
  }

  static func names(_ layer: SharedLayer) -> String {
    layer.collections.joined(separator: ", ")
  }
}

extension AnnotationCommand {
  /// The commands that do not change the annotation they are for.
  static let harmless: Set<AnnotationCommand> = [.read, .reply, .state]
}
