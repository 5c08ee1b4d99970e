/// Makes a document of many pages by repeating those of another, with qpdf.
enum PageCopies {
  static func write(of document: String, _ count: Int, to path: String) throws(ProgramRun.Failure) {
    let answer = try ProgramRun("qpdf", "--show-npages", document).output(isQuiet: true)
    guard let own = Int(answer.filter(\.isNumber)), own > 0 else {
      throw ProgramRun.Failure(description: "qpdf cannot count the pages of \(document)")
    }
    var command = ProgramRun("qpdf", "--empty", "--pages")
    var left = count
    while left > 0 {
      command.words += [document, "1-\(min(own, left))"]
      left -= own
    }
    command.words += ["--", path]
    _ = command.timeAtAnyEnd()
  }
}
