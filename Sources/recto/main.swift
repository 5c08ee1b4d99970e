import CommandLine
import Glibc

exit(Recto.main(Recto.commandLine()))
