import DocumentModel
import Files
import Library
import Messages
import Services
import Sync

/// `recto sync`: exchanges positions, marks, tags, favourites and annotations with other machines.
enum SyncCommand {
  static let details = [
    "--dry-run            shows what would come and go, and changes nothing",
    "--folder FOLDER      another folder than syncFolder in your settings",
    "--json               JSON output",
    "--merge COPY         merges the annotations of a conflict copy, such as paper.sync-conflict-20260101-120000-ABCDEFG.pdf, into",
    "                     paper.pdf; recto annotate --undo undoes it",
    "--into FILE          another document than the name of the copy says",
    "--trash              moves the copy to the trash afterwards",
    "--yes                merges although the document is signed or has other names",
    "--password-file FILE reads the password from FILE's first line (or RECTO_PASSWORD)",
    "",
    "Each machine writes one file in the folder, which syncthing, Dropbox or git carries to the others. Without a screen nothing else is",
    "needed; on the screen Recto does the same by itself. recto guide sync explains it.",
    "Exit status: 0, 1 if there was nothing to do, 2 after an error or if the folder cannot be read or written.",
  ]

  static let form = OptionForm(
    command: "sync", flags: ["dry-run", "json", "trash", "yes"],
    valued: ["folder": .folder, "merge": .file, "into": .file, "password-file": .file],
    alternatives: OptionForm.excluding("merge", ["folder", "json"]),
    dependent: [
      "into": ["merge"], "trash": ["merge"], "yes": ["merge"], "password-file": ["merge"],
    ])

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      guard parsed.words.isEmpty else {
        throw Arguments.Mistake(sentence: "recto sync takes no files; --folder names the folder")
      }
      if let copy = parsed.options["merge"] { return try ConflictCommand.run(copy, parsed) }
      let preferences = Preferences.ofUser
      let folder =
        parsed.options["folder"].map { DocumentFile.absolute($0) } ?? preferences.syncFolder
      guard !folder.isEmpty else {
        throw Arguments.Mistake(
          sentence:
            "no folder: set syncFolder in \(SettingsFile.folder)/settings.json5, or use --folder; recto guide sync explains it"
        )
      }
      let library = ReadingLibrary(folder: ReadingLibrary.defaultFolder()) { trouble in
        Output.complain(Sentences.text(trouble))
      }
      var request = Synchronizer.Request()
      request.isDry = parsed.options["dry-run"] != nil
      let report = Synchronizer(
        folder: folder, library: library, syncsSettings: preferences.syncsSettings
      ).run(request)
      for sentence in report.troubles { Output.complain(sentence) }
      if parsed.options["json"] != nil {
        Output.write(json(report).text + "\n")
      } else {
        for register in report.received { tell("received", register, report) }
        for register in report.sent { tell("sent", register, report) }
        for path in report.unsettled {
          Output.write(
            Output.line(
              "waiting  \(PathParts.name(of: path)): its last edits are sent in a minute unless they are in the file by then"
            ) + "\n")
        }
        if report.waiting > 0 {
          Output.write(
            "\(report.waiting) more for documents that Recto has not read on this machine\n")
        }
      }
      if report.isInterrupted { return 2 }
      return report.sent.isEmpty && report.received.isEmpty ? 1 : 0
    }
  }

  private static func tell(
    _ direction: String, _ register: SyncRegister, _ report: Synchronizer.Report
  ) {
    let document = report.paths[register.key.document].map { PathParts.name(of: $0) + ": " } ?? ""
    let machine =
      register.stamp.machine == report.machine
      ? "" : " (\(MachineName.shown(register.stamp.machine)))"
    Output.write(
      Output.line("\(direction)  \(document)\(SyncStrings.words(register))\(machine)") + "\n")
  }

  private static func json(_ report: Synchronizer.Report) -> JSON {
    func list(_ registers: [SyncRegister]) -> JSON {
      .array(
        registers.map { register in
          .object([
            ("kind", .string(register.key.kind.rawValue)),
            ("path", report.paths[register.key.document].map { .string($0) } ?? .null),
            ("document", .text(register.key.document)), ("id", .text(register.key.id)),
            ("words", .string(SyncStrings.words(register))),
            ("deleted", .bool(register.value == nil)),
            ("machine", .string(register.stamp.machine)),
            ("time", .number(Double(register.stamp.time / 1_000))),
          ])
        })
    }
    return .object([
      ("machine", .string(report.machine)),
      ("machines", .array(report.machines.map { .string($0) })),
      ("received", list(report.received)), ("sent", list(report.sent)),
      ("waiting", .count(report.waiting)),
      ("unsettled", .array(report.unsettled.map { .string($0) })),
      ("troubles", .array(report.troubles.map { .string($0) })),
    ])
  }
}
