internal import CLinux
import Engine
import Glibc
import Sandbox
import Wire

/// Descriptors given by the reader: messages, and the memory large replies travel in.
let socket: Int32 = 3
let memory: Int32 = 4

let paths = Warming.warm()
var service = Service(socket: socket, memory: memory)
let missing = Cage(readable: paths).shut()
service.run(missing: missing)
