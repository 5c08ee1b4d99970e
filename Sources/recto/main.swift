import Glibc
import Program

exit(Recto.main(Recto.commandLine()))
