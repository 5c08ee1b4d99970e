import Glibc

/// The environment of a worker: its open descriptors and the names of its variables.
enum WhatItHas {
  static var text: String {
    let descriptors = (0..<1_024).filter { fcntl(Int32($0), F_GETFD) >= 0 }.map(String.init)
    var names: [String] = []
    var next = environ
    while let entry = next.pointee {
      names.append(String(String(cString: entry).prefix { $0 != "=" }))
      next += 1
    }
    return descriptors.joined(separator: " ") + " / " + names.sorted().joined(separator: " ")
  }
}
