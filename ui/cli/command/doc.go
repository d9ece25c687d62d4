// Package command is what the commands of ralsh share.
//
// An App is a run of a command line: its environment, its printer, and the flags
// of every command. Session opens the model.Session that a command drives. The
// package has the exit statuses, the flags of several commands, the prompt for
// secrets, the completion of types, and the messages about errors in modules.
// Packages of commands embed App in a type for each command.
package command
