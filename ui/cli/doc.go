// Package cli implements the command line.
//
// Main runs a command line of a Program and returns its exit status. The packages
// below return their commands in lists, from which this package makes the program:
// its help, its flags, the terminal UI, the commands of modules, and the
// restrictions of a command line that an agent runs for an operator.
//
// A command that only prints never starts the terminal UI. The packages import
// no ral/host and no os. Text from outside is printed through package safe.
package cli
