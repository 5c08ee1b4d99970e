package import Glibc

extension timespec {
  /// Nanoseconds since 1970-01-01 UTC, as near as 64 bits come: 1677 to 2262.
  package var nanosecondsSince1970: Int64 {
    let (seconds, isBeyond) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isOver) = seconds.addingReportingOverflow(Int64(tv_nsec))
    return isBeyond || isOver ? (tv_sec < 0 ? .min : .max) : sum
  }
}
