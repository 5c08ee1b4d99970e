package import DocumentModel

extension State {
  /// What is known of the document, as rows.
  package func informationRows() -> [Panel.Row] {
    guard let document else { return [] }
    var rows: [Panel.Row] = []
    func add(_ name: String, _ value: String) {
      guard !value.isEmpty else { return }
      rows.append(Panel.Row(text: pad(name, 12) + value))
    }
    func head(_ name: String) {
      rows.append(Panel.Row(text: "", isHeading: true))
      rows.append(Panel.Row(text: name, isHeading: true))
    }
    add("File", document.path)
    add("Pages", String(document.pageCount))
    if let metadata = document.metadata {
      add("Title", metadata.title)
      add("Author", metadata.author)
      add("Subject", metadata.subject)
      add("Keywords", metadata.keywords)
      add("Created", metadata.created.map(CalendarDate.text) ?? "")
      add("Modified", metadata.modified.map(CalendarDate.text) ?? "")
      add("Made with", metadata.creator)
      add("Producer", metadata.producer)
      add("Format", metadata.format)
      add("Encrypted", metadata.isEncrypted ? "yes" : "no")
      add("Allowed", PermissionWords.text(metadata.permissions))
    } else {
      add("", "reading …")
    }
    if let attachments = document.attachments, !attachments.isEmpty {
      head("Attachments")
      for (index, attachment) in attachments.enumerated() {
        rows.append(
          Panel.Row(
            text: attachment.name, detail: "Enter saves  " + sizeText(attachment.size),
            action: .saveAttachment(index)))
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

  private func sizeText(_ bytes: Int?) -> String {
    guard let bytes else { return "" }
    return bytes < 10_000 ? "\(bytes) bytes" : "\(bytes / 1_000) kB"
  }

  /// Asks where an attachment is to be saved; its name is the document's word and offered without folders.
  mutating func askWhereToSave(_ index: Int) {
    guard let document, let attachment = document.attachments?[safe: index] else { return }
    let last = attachment.name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
    let visible = last.drop { $0 == "." || $0 == " " }
    let name = visible.isEmpty ? "attachment" : String(visible)
    prompt = Prompt(
      .saveAttachment(document.id, index), label: "Save as",
      text: downloads.isEmpty ? name : downloads + "/" + name)
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

/// The names of what a document allows.
package enum PermissionWords {
  private static let words: [(Permissions, String)] = [
    (.print, "print"), (.copy, "copy"), (.modify, "change"), (.annotate, "annotate"),
    (.fillForms, "fill forms"),
  ]

  package static func text(_ permissions: Permissions) -> String {
    let given = words.filter { permissions.contains($0.0) }.map(\.1)
    if given.count == words.count { return "everything" }
    return given.isEmpty ? "reading only" : given.joined(separator: ", ")
  }
}

/// Dates without a calendar library: the proleptic Gregorian calendar in UTC.
package enum CalendarDate {
  /// `2026-11-21 14:05 UTC` for seconds since 1970.
  package static func text(_ seconds: Int64) -> String {
    let days =
      Int(seconds.quotientAndRemainder(dividingBy: 86_400).quotient)
      - (seconds % 86_400 < 0 ? 1 : 0)
    let rest = Int(seconds - Int64(days) * 86_400)
    let (year, month, day) = civil(days)
    return "\(year)-\(two(month))-\(two(day)) \(two(rest / 3_600)):\(two(rest / 60 % 60)) UTC"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

  /// Year, month and day of a day counted from 1970-01-01 (Howard Hinnant's `civil_from_days`).
  private static func civil(_ days: Int) -> (Int, Int, Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthIndex = (5 * dayOfYear + 2) / 153
    let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthIndex + 2) / 5 + 1)
  }
}
