/// The usage text of `recto-bench`.
enum Usage {
  static var text: String {
    let names = Bench.measures.map { $0.isNamedOnly ? $0.name + " (only by name)" : $0.name }
    return """
      recto-bench [MEASURE]… [FILE] [FOLDER] [OPTION]…

        measures Recto and its peers side by side in one table

        FILE, FOLDER        a document, and a folder of documents; measures without theirs are left out. Without either, both are made
                            from the samples
        --other FILE        the document that is opened second
        --rounds N          rounds of each measure; default 3
        --documents N       uses N documents, including parts of long ones
        --pages N           repeats documents until the index has N pages; shared: 250,000, shared-databases: 1,000,000 unless said
        --faults N          annotations, shared-kills: how often a program is killed; default 1000. With --real: with PDFs and sandboxed workers
        --corpus FOLDER     annotations: annotates, saves, checks and undoes each PDF of FOLDER
        --json              a JSON line per figure
        --compare OLD.json  fails if a figure is worse by more than noise than in OLD.json, an earlier output of --json

        Measures: \(names.joined(separator: ", "))
        Peers that are not installed are reported and left out. Exit status: 0, 1 if a goal is missed or a figure is worse, 2 after an error.

      """
  }
}
