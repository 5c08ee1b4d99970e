import Glibc
import Program

exit(Recto.main(Array(CommandLine.arguments.dropFirst())))
