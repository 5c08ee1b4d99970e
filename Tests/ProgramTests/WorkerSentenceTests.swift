import Services
import Testing

@Suite struct WorkerSentenceTests {
  @Test func aMissingProcIsNamed() {
    #expect(Sentences.noWorker(isProcMounted: false).hasPrefix("/proc is not mounted"))
    #expect(Sentences.noWorker(isProcMounted: true).hasPrefix("recto-worker is missing"))
  }
}
