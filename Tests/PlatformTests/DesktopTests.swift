import Foundation
import TestSupport
import Testing

@testable import Platform

@Suite struct ContentTypesTests {
  @Test func fileNamesGiveContentTypes() {
    #expect(ContentTypes.of("a.pdf") == "application/pdf")
    #expect(ContentTypes.of("caf\u{10FFE9}.md") == "text/markdown")
    #expect(ContentTypes.of("two\nlines.epub") == "application/epub+zip")
  }
}

@Suite struct VolumeTests {
  @Test func volumesAreFoundByPath() {
    let volumes = Volume.mounted(all: true)
    #expect(volumes.contains { $0.path == "/" })
    #expect(volumes.contains { $0.fileSystem == "proc" })
    #expect(!Volume.mounted().contains { ["proc", "sysfs", "cgroup"].contains($0.fileSystem) })
    #expect(Volume.isRemote("nfs4"))
    #expect(!Volume.isRemote("ext4"))
  }

  @Test(.timeLimit(.minutes(1))) func mountsAreReported() async throws {
    try #require(geteuid() == 0, "mounting needs root")
    let folder = try TemporaryFolder()
    let path = folder.path
    let (stream, notices) = AsyncStream.makeStream(of: Void.self)
    let watch = try #require(MountWatch { notices.yield() })
    let mount = try Process.run(
      URL(fileURLWithPath: "/usr/bin/env"), arguments: ["mount", "-t", "tmpfs", "tmpfs", path])
    mount.waitUntilExit()
    guard mount.terminationStatus == 0 else {
      return withKnownIssue("nothing may be mounted here") { Issue.record("no mount") }
    }
    var iterator = stream.makeAsyncIterator()
    await iterator.next()
    #expect(Volume.mounted(all: true).contains { $0.path == path })
    try Process.run(URL(fileURLWithPath: "/usr/bin/env"), arguments: ["umount", path])
      .waitUntilExit()
    await iterator.next()
    withExtendedLifetime(watch) {}
  }
}

/// In processes with a desktop of their own.
@Suite struct DesktopTests {
  private static func desktop(_ folder: String, _ files: [String: String]) throws -> [String:
    String]
  {
    for (name, text) in files {
      let path = folder + "/" + name
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    return [
      "HOME": folder, "XDG_DATA_HOME": folder + "/data", "XDG_CONFIG_HOME": folder + "/config",
      "XDG_DATA_DIRS": folder + "/none:/usr/share", "XDG_CONFIG_DIRS": folder + "/none",
      "XDG_CURRENT_DESKTOP": "", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
    ]
  }

  @Test func userDirectoriesAreRead() throws {
    let folder = try TemporaryFolder()
    let environment = try Self.desktop(
      folder.path,
      [
        "config/user-dirs.dirs": """
        XDG_DOCUMENTS_DIR="$HOME/Dokumente"
        XDG_DOWNLOAD_DIR="/some where/else"
        XDG_MUSIC_DIR="$HOME/"
        nonsense
        """
      ])
    let lines = try ProbeRun("desk-probe", ["places"], environment).lines
    #expect(lines.first == "home \(folder.path)")
    #expect(lines.contains("documents \(folder.path)/Dokumente"))
    #expect(lines.contains("downloads /some where/else"))
    #expect(!lines.contains { $0.hasPrefix("music") })
  }

  private static func program(_ name: String, _ command: String, _ more: String = "") -> String {
    "[Desktop Entry]\nType=Application\nName=\(name)\nExec=\(command)\nMimeType=text/x-recto;\n\(more)"
  }

  @Test func desktopProgramsAreFoundAndOutliveRecto() throws {
    let folder = try TemporaryFolder()
    let script =
      "#!/bin/sh\necho noise; echo noise >&2\nprintf '%s|' \"$@\" > \(folder.path)/out.part\nmv \(folder.path)/out.part \(folder.path)/out\n"
    let environment = try Self.desktop(
      folder.path,
      [
        "one.sh": script,
        "data/applications/one.desktop": Self.program("One", folder.path + "/one.sh %F"),
        "data/applications/two.desktop": Self.program("Two", "/bin/true %f"),
        "data/applications/mimeinfo.cache": "[MIME Cache]\ntext/x-recto=two.desktop;one.desktop;\n",
        "config/mimeapps.list": "[Default Applications]\ntext/x-recto=one.desktop\n",
      ])
    chmod(folder.path + "/one.sh", 0o755)
    let programs = try ProbeRun("desk-probe", ["programs", "text/x-recto"], environment)
    #expect(programs.lines.first == "one.desktop One")
    #expect(programs.lines.contains("two.desktop Two"))
    #expect(try ProbeRun("desk-probe", ["open", "text/x-none"], environment).lines == ["none"])
    let files = [folder.path + "/a b%20'\".txt", folder.path + "/two\nlines"]
    let opened = try ProbeRun("desk-probe", ["open", "text/x-recto"] + files, environment)
    #expect(opened.output == "started\n")
    #expect(opened.errors == "")
    // The program goes on when the one that started it is gone.
    let end = ContinuousClock.now + .seconds(20)
    while access(folder.path + "/out", F_OK) != 0, ContinuousClock.now < end { usleep(5_000) }
    let given = try String(contentsOfFile: folder.path + "/out", encoding: .utf8)
    #expect(given == files.joined(separator: "|") + "|")
  }

  @Test func terminalProgramsAreReturnedAsArguments() throws {
    let folder = try TemporaryFolder()
    let environment = try Self.desktop(
      folder.path,
      [
        "data/applications/ed.desktop": Self.program(
          "Ed", "sh -c \"exit 0\" %F %%", "Terminal=true\n"),
        "config/mimeapps.list": "[Default Applications]\ntext/x-recto=ed.desktop\n",
      ])
    let run = try ProbeRun("desk-probe", ["open", "text/x-recto", "/a b"], environment)
    #expect(run.lines == ["needsTerminal([\"sh\", \"-c\", \"exit 0\", \"/a b\", \"%\"])"])
  }

  @Test func messagesOfGLibAreSuppressed() throws {
    let run = try ProbeRun("desk-probe", ["quiet"], ["G_MESSAGES_DEBUG": "all"])
    #expect(run.output == "")
    #expect(run.errors == "")
    #expect(run.signal == 0)
  }
}
