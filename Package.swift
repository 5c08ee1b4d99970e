// swift-tools-version: 6.2
import PackageDescription

/// Release builds link Swift's libraries statically: they start faster and need no toolchain at run time.
let carried = ["-static-stdlib"]

/// Test bundles need the shared libraries; RECTO_TESTING is set by `.ci/run` for the one build that makes programs and tests.
let linked = Context.environment["RECTO_TESTING"] == nil ? carried : []

/// Rules of every Swift target: warnings are errors, and imports must be explicit.
let rules: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// Settings of modules and programs.
let strict = rules + [.unsafeFlags(carried, .when(configuration: .release))]

/// Settings of tests: a release build does not optimise them, which would cost more time than they run.
let tested = rules + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Settings of every C target; glibc's bounds checks need an optimising compiler.
let checked: [CSetting] = [
  .unsafeFlags(["-Wall", "-Wextra", "-Werror"]),
  .unsafeFlags(
    ["-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=3", "-fstack-protector-strong"],
    .when(configuration: .release)),
]

/// Settings of every program: full RELRO, so that the function table is read-only after start-up.
let bound: [LinkerSetting] = [
  .unsafeFlags(["-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now"]),
  .unsafeFlags(linked, .when(configuration: .release)),
]

/// A module of the architecture: it may import only what is listed here, which `PackageTests` checks.
///
/// The files of `Resources` in `embedding` are compiled into it.
func module(
  _ name: String, _ imports: [Target.Dependency] = [], embedding: [String] = []
) -> Target {
  .target(
    name: name, dependencies: imports,
    resources: embedding.map { .embedInCode("../../Resources/" + $0) }, swiftSettings: strict)
}

func program(_ name: String, _ imports: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: imports, swiftSettings: strict, linkerSettings: bound)
}

func tests(
  of name: String, _ imports: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.target(name: name)] + imports, exclude: exclude,
    swiftSettings: tested)
}

/// A program that tests run.
func testProgram(_ name: String, in folder: String, _ imports: [Target.Dependency]) -> Target {
  .executableTarget(
    name: name, dependencies: imports, path: "Tests/" + folder, swiftSettings: strict,
    linkerSettings: bound)
}

func library(_ name: String, pkgConfig: String? = nil, apt: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
  name: "Recto",
  products: [
    .executable(name: "recto", targets: ["recto"]),
    .executable(name: "recto-worker", targets: ["recto-worker"]),
    .executable(name: "recto-ocr", targets: ["recto-ocr"]),
  ],
  targets: [
    library("CNcurses", apt: "libncurses-dev"),
    library("CPoppler", pkgConfig: "poppler-glib", apt: "libpoppler-glib-dev"),
    library("CPopplerCore", pkgConfig: "poppler", apt: "libpoppler-private-dev"),
    library("CQPDF", pkgConfig: "libqpdf", apt: "libqpdf-dev"),
    library("CCmark", apt: "libcmark-gfm-dev libcmark-gfm-extensions-dev"),
    // Its pkg-config file gives a flag that SwiftPM prohibits.
    library("CUTF8Proc", apt: "libutf8proc-dev"),
    library("CFriBidi", pkgConfig: "fribidi", apt: "libfribidi-dev"),
    library("CUchardet", pkgConfig: "uchardet", apt: "libuchardet-dev"),
    library("CPango", pkgConfig: "pangocairo", apt: "libpango1.0-dev"),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    library("CGLib", pkgConfig: "gio-unix-2.0", apt: "libglib2.0-dev"),
    library("CNettle", pkgConfig: "nettle", apt: "nettle-dev"),
    library("CChafa", pkgConfig: "chafa", apt: "libchafa-dev"),
    library("CArchive", pkgConfig: "libarchive", apt: "libarchive-dev"),
    // Its pkg-config file gives a flag that SwiftPM prohibits.
    library("CDjVu", apt: "libdjvulibre-dev"),
    library("CXML2", pkgConfig: "libxml-2.0", apt: "libxml2-dev"),
    library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    // Its pkg-config file names libraries that only static linking needs.
    library("CTesseract", apt: "libtesseract-dev libleptonica-dev"),
    library("CSpeech", pkgConfig: "speech-dispatcher", apt: "libspeechd-dev"),
    library("CVterm", pkgConfig: "vterm", apt: "libvterm-dev"),
    .target(
      name: "CPNG", cSettings: checked,
      linkerSettings: [.linkedLibrary("png")]),
    .target(
      name: "CRaster", cSettings: checked,
      linkerSettings: [
        .linkedLibrary("png"), .linkedLibrary("jpeg"), .linkedLibrary("webp"),
        .linkedLibrary("webpdemux"), .linkedLibrary("gif"), .linkedLibrary("tiff"),
        .linkedLibrary("cairo"), .linkedLibrary("z"),
      ]),
    .target(name: "CLinux", cSettings: checked),
    .target(name: "CPostgres", cSettings: checked),
    .target(
      name: "CGlyphs", dependencies: ["CPopplerCore"],
      cxxSettings: [
        .unsafeFlags(["-Wall", "-Werror"]),
        .unsafeFlags(
          ["-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=3", "-fstack-protector-strong"],
          .when(configuration: .release)),
      ]),

    module("DocumentModel"),
    module("Text", ["DocumentModel", "CUTF8Proc"]),
    module("Comparison", ["DocumentModel", "Text"]),
    module("Wire", ["DocumentModel"]),
    module(
      "Engine",
      [
        "DocumentModel", "Text", "Wire", "CGlyphs", "CPoppler", "CQPDF", "CCmark", "CRaster",
        "CNettle", "CArchive", "CUchardet", "CXML2", "CDjVu",
      ]),
    module("Speech", ["CSpeech"]),
    module("Recognition", ["DocumentModel", "Text", "Wire", "CTesseract"]),
    module("Sandbox", ["CLinux"]),
    module("Serving", ["Sandbox", "Wire", "CLinux"]),
    module("Workers", ["DocumentModel", "Wire", "CLinux"]),
    module("Platform", ["DocumentModel", "Text", "CGLib", "CNettle"]),
    module("Files", ["DocumentModel", "Platform", "CLinux"]),
    module("Store", ["CSQLite"]),
    module("Postgres", ["DocumentModel", "CPostgres"]),
    module("Sync", ["DocumentModel"]),
    module(
      "Library",
      ["DocumentModel", "Text", "Platform", "Store", "Postgres", "Sync", "CLinux", "CZlib"],
      embedding: [
        "shared-annotations.sql", "shared-databases.sql", "shared-files.sql", "shared-hiding.sql",
        "shared-library.sql", "shared-search.sql",
      ]),
    module("Canvas", ["CUTF8Proc", "CFriBidi"]),
    module("Widgets", ["Canvas"]),
    module("Pictures", ["DocumentModel", "Canvas", "CChafa", "CPNG", "CZlib"]),
    module("Thumbnails", ["DocumentModel", "Platform", "Files", "Pictures"]),
    module("Terminal", ["Canvas", "Pictures", "CNcurses", "CLinux"]),
    module("Messages", ["DocumentModel", "Text", "Canvas"]),
    module("Interface", ["DocumentModel", "Text", "Canvas", "Messages", "Widgets"]),
    module(
      "Annotating",
      [
        "DocumentModel", "Text", "Wire", "Messages", "Library", "Workers", "Platform", "Files",
        "CLinux",
      ]),
    module(
      "Services",
      [
        "Comparison", "DocumentModel", "Text", "Wire", "Canvas", "Messages", "Library", "Workers",
        "Pictures", "Postgres", "Speech", "Platform", "Files", "Thumbnails", "Annotating", "Sync",
        "CLinux",
      ],
      embedding: [
        "document-types.json5", "templates/annotations.md", "templates/annotations.org",
        "templates/empty.md", "templates/note.md", "templates/reading-note.md",
      ]),
    module("Remote", ["DocumentModel", "Text", "Messages", "Platform", "CLinux"]),
    module(
      "Program",
      [
        "DocumentModel", "Text", "Wire", "Canvas", "Messages", "Interface", "Terminal", "Library",
        "Workers", "Pictures", "Platform", "Files", "Annotating", "Services", "Remote",
      ],
      embedding: ["keys.json5", "themes.json5", "settings.json5", "actions.json5"]),
    module(
      "CommandLine",
      [
        "Comparison", "DocumentModel", "Text", "Wire", "Canvas", "Messages", "Interface",
        "Terminal", "Library",
        "Workers", "Pictures", "Platform", "Files", "Thumbnails", "Annotating", "Services",
        "Remote", "Program", "Sync", "CLinux",
      ]),

    tests(of: "DocumentModel", ["TestSupport"]),
    tests(of: "Comparison", ["DocumentModel", "Text", "TestSupport"]),
    tests(of: "Postgres", ["TestSupport"]),
    tests(of: "Sync", ["TestSupport"]),
    tests(of: "Wire", ["DocumentModel", "TestSupport"]),
    tests(of: "Terminal", ["Canvas", "Pictures", "TestSupport"]),
    tests(of: "Pictures", ["DocumentModel", "Canvas", "CZlib"]),
    tests(
      of: "Thumbnails", ["DocumentModel", "Files", "Pictures", "Platform", "TestSupport"]),
    tests(of: "Widgets", ["Canvas"]),
    tests(of: "Platform", ["DocumentModel", "Text", "TestSupport", "desk-probe"]),
    tests(of: "Files", ["DocumentModel", "TestSupport", "Platform", "CLinux", "file-probe"]),
    tests(
      of: "Interface",
      ["Canvas", "DocumentModel", "Messages", "TestSupport", "Text", "Widgets"],
      exclude: ["Screens"]),
    tests(
      of: "Library",
      [
        "DocumentModel", "Text", "Platform", "Postgres", "Store", "Sync", "CLinux", "TestSupport",
      ]),
    tests(
      of: "Program",
      [
        "Annotating", "Canvas", "CommandLine", "DocumentModel", "Text", "Messages", "Interface",
        "Remote", "Services", "Files", "Library", "Pictures", "Platform", "StandIn", "Sync",
        "TestSupport", "Thumbnails", "Wire", "Workers", "annotation-probe", "recto-worker",
      ]
    ),

    .testTarget(name: "PackageTests", swiftSettings: tested),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "TestSupport", "PseudoTerminal", "CLinux", "hostile-worker", "old-kernel", "recto",
        "recto-worker", "recto-ocr",
      ],
      swiftSettings: tested),
    tests(
      of: "Workers",
      ["TestSupport", "DocumentModel", "Wire", "CLinux", "hostile-worker", "recto-worker"]),
    tests(of: "Sandbox", ["TestSupport", "CLinux", "sandbox-probe"]),
    tests(of: "Engine", ["TestSupport", "DocumentModel", "Wire"]),
    tests(of: "Recognition", ["DocumentModel", "Text", "Wire"]),
    .target(
      name: "CEscape", path: "Tests/CEscape",
      cSettings: checked),
    .target(
      name: "TestSupport", dependencies: ["Canvas"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .target(
      name: "PseudoTerminal", dependencies: ["CVterm"], path: "Tests/PseudoTerminal",
      swiftSettings: strict),
    .target(
      name: "CFuzz", path: "Tests/CFuzz",
      cSettings: checked),
    testProgram(
      "recto-fuzz", in: "Fuzz",
      [
        "TestSupport", "CFuzz", "CLinux", "CommandLine", "DocumentModel", "Canvas", "Engine",
        "Interface", "Messages", "Pictures", "Platform", "Program", "Services", "Sync", "Terminal",
        "Text",
        "Wire",
      ]),
    testProgram("recto-soak", in: "Soak", ["TestSupport", "PseudoTerminal"]),
    testProgram(
      "hostile-worker", in: "HostileWorker",
      ["TestSupport", "DocumentModel", "Text", "Wire", "CLinux", "CEscape"]),
    testProgram("file-probe", in: "FileProbe", ["DocumentModel", "Files", "Platform"]),
    .target(
      name: "StandIn", dependencies: ["Annotating", "DocumentModel", "Messages"],
      path: "Tests/StandIn",
      swiftSettings: strict),
    testProgram(
      "annotation-probe", in: "AnnotationProbe",
      [
        "Annotating", "DocumentModel", "Files", "Library", "Messages", "Platform", "StandIn",
        "TestSupport", "Workers",
      ]),
    testProgram("old-kernel", in: "OldKernel", ["CEscape"]),
    testProgram("desk-probe", in: "DeskProbe", ["Platform"]),
    testProgram(
      "sandbox-probe", in: "SandboxProbe", ["TestSupport", "Engine", "Sandbox", "CEscape"]),

    program("recto", ["CommandLine"]),
    program("recto-worker", ["Engine", "Sandbox", "Serving"]),
    program("recto-ocr", ["Recognition", "Sandbox", "Serving"]),
    program(
      "recto-bench",
      [
        "DocumentModel", "Text", "Wire", "Messages", "Workers", "Library", "Annotating",
        "TestSupport",
      ]),
    program("recto-samples", ["CPango"]),

    tests(of: "Text", ["DocumentModel", "TestSupport"]),
  ],
  cxxLanguageStandard: .cxx17
)
