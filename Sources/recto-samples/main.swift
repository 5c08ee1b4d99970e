import Glibc

// recto-samples FOLDER: makes the sample documents. Fonts needed: Linux Libertine, DejaVu Sans Mono, Noto CJK.

guard CommandLine.arguments.count == 2 else {
  print("recto-samples FOLDER")
  exit(2)
}
let folder = CommandLine.arguments[1]
Paper.write(to: folder + "/paper.pdf")
Japanese.write(to: folder + "/japanese.pdf")
Guide.write(to: folder + "/guide.pdf")
