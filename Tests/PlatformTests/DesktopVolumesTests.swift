import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Platform

@Suite struct DesktopVolumesTests {
  /// With a bus or without one, with volumes or without: each question is answered, and nothing ends the program.
  @Test func everyVolumeQueryIsAnswered() async {
    let volumes = await withCheckedContinuation { done in
      DesktopVolumes.shared.unmounted { done.resume(returning: $0) }
    }
    #expect(volumes.allSatisfy { !$0.id.isEmpty && !$0.name.isEmpty })
    let mounted = await withCheckedContinuation { done in
      DesktopVolumes.shared.mount("no such volume") { done.resume(returning: $0) }
    }
    #expect(mounted == .failure(.gone))
    let unmounted = await withCheckedContinuation { done in
      DesktopVolumes.shared.unmount("/no/such/folder") { done.resume(returning: $0) }
    }
    #expect(unmounted == .failure(.notOurs))
  }
}
