import Canvas
import DocumentModel
import Messages

extension PanelSource {
  package static let information = PanelSource("About this document") { informationRows($0) }

  /// The width of a list of facts beside their names.
  static func factWidth(_ state: State) -> Int { max(16, min(state.size.width - 2, 86) - 18) }

  /// Returns the document's facts as rows.
  package static func informationRows(_ state: State) -> [Panel.Row] {
    guard let document = state.document else { return [] }
    var rows: [Panel.Row] = []
    func add(_ name: String, _ value: String, isRightToLeft: Bool = false) {
      guard !value.isEmpty else { return }
      let lines = value.wrapped(to: factWidth(state)).map {
        isRightToLeft ? $0.fromTheRight(in: factWidth(state)) : $0
      }
      for (index, line) in lines.enumerated() {
        rows.append(Panel.Row(text: pad(index == 0 ? name : "", 12) + line))
      }
    }
    func head(_ name: String) {
      rows.append(Panel.Row(text: "", isHeading: true))
      rows.append(Panel.Row(text: name, isHeading: true))
    }
    if !document.isCached { add("File", document.path) }
    let layer = document.annotations.layer
    add(
      "Collection",
      document.sharedPlace.isEmpty ? AnnotationStrings.names(layer) : document.sharedPlace)
    if document.isGone { add("", "gone from its folder; the open document can still be read") }
    if let flow = document.summary.flow {
      if flow.hasEncoding {
        add(
          "Encoding", flow.encoding + (flow.isGuess ? " (guessed; :encoding sets another)" : ""))
      }
      add("Size", sizeText(flow.byteCount))
    } else if document.summary.hasText {
      add("Pages", String(document.pageCount))
    }
    if let metadata = document.metadata {
      add("Title", metadata.title)
      add("Author", metadata.author, isRightToLeft: metadata.isAuthorRightToLeft)
      add("Subject", metadata.subject)
      add("Keywords", metadata.keywords)
      add("Language", metadata.language)
      add("Created", metadata.created.map(CalendarDate.text) ?? "")
      add("Modified", metadata.modified.map(CalendarDate.text) ?? "")
      add("Made with", metadata.creator)
      add("Producer", metadata.producer)
      add("Format", metadata.format)
      if document.summary.canAnnotate, document.hasPages {
        add("Encrypted", metadata.isEncrypted ? "yes" : "no")
        add("Allowed", PermissionStrings.text(metadata.permissions))
      }
    } else {
      add("", "reading …")
    }
    if document.summary.hasText {
      if let report = document.signatures {
        for row in SignatureStrings.rows(report) { add(row.name, row.value) }
      }
      add("Annotations", state.annotationFacts(document))
      add("", AnnotationStrings.newAnnotationWords(layer))
      add("Group tags", AnnotationStrings.tagWords(layer))
      add("Form", state.formFacts(document))
    }
    let missing = document.annotations.saveStatus.missingFields
    if !missing.isEmpty {
      head("Filled in, and not in this version of the form")
      for field in missing {
        rows.append(
          Panel.Row(text: field.id.name, detail: field.value.joined(separator: ", ")))
      }
    }
    if let attachments = document.attachments, !attachments.isEmpty {
      head("Attachments")
      for (index, attachment) in attachments.enumerated() {
        rows.append(
          Panel.Row(
            text: attachment.name, detail: "Enter saves  " + sizeText(attachment.size),
            action: .closing { state in
              askWhereToSave(&state, index)
              return []
            }))
      }
    }
    if let fonts = document.fonts, !fonts.isEmpty {
      head("Fonts")
      for font in fonts {
        let how = font.isEmbedded ? (font.isSubset ? "subset" : "embedded") : "not embedded"
        rows.append(Panel.Row(text: font.name, detail: font.kind + ", " + how))
      }
    }
    return rows
  }

  /// Asks where an attachment is to be saved; its name is the document's word and offered without folders.
  static func askWhereToSave(_ state: inout State, _ index: Int) {
    guard let document = state.document, let attachment = document.attachments?[safe: index] else {
      return
    }
    let last = attachment.name.utf8.split { $0 == 0x2F || $0 == 0x5C }.last
    let name = SafeFileName(last.map { String(Substring($0)) } ?? "attachment").unused { _ in false
    }
    let (id, generation) = (document.id, document.generation)
    state.prompt = Prompt(
      "Save as",
      text: state.environment.installed.downloads.isEmpty
        ? name : state.environment.installed.downloads + "/" + name
    ) {
      $1.isEmpty || $0.documents[id] == nil
        ? [] : [.saveAttachment(id, generation: generation, index: index, path: $1)]
    }
  }
}

private func sizeText(_ bytes: Int?) -> String {
  guard let bytes else { return "" }
  return bytes < 10_000 ? "\(bytes) bytes" : "\(bytes / 1_000) kB"
}

private func pad(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
