/// Reading aloud.
extension CommandList {
  static let speech: [Command] = [
    Command(
      "read-aloud", "Read aloud from here, or stop", .showing, when: Command.needsDocument
    ) { state, _ in state.toggleReadingAloud() }.also("speak speech voice tts listen say"),
    Command("pause-reading", "Reading aloud: pause, or go on", .showing) { state, _ in
      state.pauseReading()
    }.also("speech resume"),
    Command("next-sentence", "Reading aloud: next sentence", .showing) { state, count in
      state.skipSentences(count ?? 1)
    }.also("speech skip"),
    Command("previous-sentence", "Reading aloud: previous sentence", .showing) { state, count in
      state.skipSentences(-(count ?? 1))
    }.also("speech again repeat"),
    Command("speak-faster", "Reading aloud: faster", .showing) { state, count in
      state.changeSpeechRate(by: count ?? 1)
    }.also("speech speed rate"),
    Command("speak-slower", "Reading aloud: slower", .showing) { state, count in
      state.changeSpeechRate(by: -(count ?? 1))
    }.also("speech speed rate"),
  ]
}
