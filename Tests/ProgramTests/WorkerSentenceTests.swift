import Services
import Testing
import Wire

@Suite struct WorkerSentenceTests {
  @Test func aMissingProcIsNamed() {
    #expect(Sentences.noWorker(isProcMounted: false).hasPrefix("/proc is not mounted"))
    #expect(Sentences.noWorker(isProcMounted: true).hasPrefix("recto-worker is missing"))
  }

  @Test(arguments: [
    ("a.zip", "is an archive"), ("a.tar.zst", "is an archive"), ("a.fb2.zip", "is damaged"),
    ("a.epub", "is damaged"), ("a.pdf", "is damaged"),
  ])
  func damageIsNamedByTheFormat(_ file: String, _ reason: String) {
    #expect(Sentences.text(EngineFailure.damaged, file: file).hasPrefix("\(file) \(reason)"))
  }

  @Test func aMissingPackageDocumentIsNamed() {
    #expect(Sentences.text(.noPackage, file: "a.epub").contains("META-INF/container.xml"))
  }
}
