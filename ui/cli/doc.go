// Package cli implements the command line.
//
// Main runs a command line and returns its exit status: Done, Failure,
// badUsage or Cancelled. An Env supplies the environment of the program: arguments,
// streams, registry, and the function that starts the terminal UI. The commands
// drive a model.Session. They print text, JSON or YAML documents, or a stream
// with a JSON event per line; Schema is the version of the JSON.
//
// A command that only prints never starts the terminal UI. The package imports
// no ral/host and no os. Text from outside is printed through package safe.
package cli
