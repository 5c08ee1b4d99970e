// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target: warnings stop the build, and nothing is imported by accident.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// A room of the house: what it may import is what stands here, and `PackageTests` checks it.
func room(_ name: String, _ imports: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: strict)
}

func program(_ name: String, _ imports: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: imports, swiftSettings: strict)
}

func tests(of name: String, _ imports: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.target(name: name)] + imports, swiftSettings: strict)
}

func library(_ name: String, pkgConfig: String? = nil, apt: String) -> Target {
  .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([apt])])
}

let package = Package(
  name: "Recto",
  products: [
    .executable(name: "recto", targets: ["recto"]),
    .executable(name: "recto-worker", targets: ["recto-worker"]),
  ],
  targets: [
    library("CNcurses", apt: "libncurses-dev"),
    library("CPoppler", pkgConfig: "poppler-glib", apt: "libpoppler-glib-dev"),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    library("CVterm", pkgConfig: "vterm", apt: "libvterm-dev"),
    .target(name: "CLinux", cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),

    room("DocumentModel"),
    room("Text", ["DocumentModel"]),
    room("Wire", ["DocumentModel"]),
    room("Engine", ["DocumentModel", "Text", "Wire", "CPoppler"]),
    room("Sandbox", ["CLinux"]),
    room("Workers", ["DocumentModel", "Wire", "CLinux"]),
    room("Store", ["CSQLite"]),
    room("Library", ["DocumentModel", "Store", "Workers"]),
    room("Canvas"),
    room("Widgets", ["Canvas"]),
    room("Terminal", ["Canvas", "CNcurses", "CLinux"]),
    room("Interface", ["DocumentModel", "Text", "Canvas", "Widgets"]),
    .target(
      name: "Program",
      dependencies: [
        "DocumentModel", "Text", "Wire", "Interface", "Canvas", "Terminal", "Library", "Workers",
        "CLinux",
      ],
      resources: [.embedInCode("../../Resources/keys.json5")],
      swiftSettings: strict),

    tests(of: "DocumentModel"),
    tests(of: "Wire", ["DocumentModel"]),
    tests(of: "Terminal", ["Canvas"]),
    tests(of: "Interface", ["Canvas", "DocumentModel", "Text"]),
    tests(of: "Library", ["DocumentModel"]),

    .testTarget(name: "PackageTests", swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests", dependencies: ["TestSupport", "CVterm", "recto", "recto-worker"],
      swiftSettings: strict),
    tests(
      of: "Workers",
      ["TestSupport", "DocumentModel", "Wire", "CLinux", "hostile-worker", "recto-worker"]),
    tests(of: "Sandbox", ["TestSupport", "CLinux", "cage-probe"]),
    tests(of: "Engine", ["TestSupport", "DocumentModel", "Wire"]),
    .target(
      name: "CEscape", path: "Tests/CEscape",
      cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    .executableTarget(
      name: "hostile-worker", dependencies: ["TestSupport", "DocumentModel", "Wire", "CLinux"],
      path: "Tests/HostileWorker", swiftSettings: strict),
    .executableTarget(
      name: "cage-probe", dependencies: ["TestSupport", "Engine", "Sandbox", "CEscape"],
      path: "Tests/CageProbe", swiftSettings: strict),

    program("recto", ["Program"]),
    program("recto-worker", ["Engine", "Wire", "Sandbox", "CLinux"]),

    tests(of: "Text", ["DocumentModel"]),
  ]
)
