import Recognition
import Sandbox
import Serving

/// The folder of the language models, given by the reader.
let models = CommandLine.arguments.dropFirst().first ?? ""
let recognizer = Recognizer(models: models)
RequestService(libraries: Recognizer.library, answer: recognizer.answer).run(
  in: ProcessSandbox(readable: models.isEmpty ? [] : [models]))
