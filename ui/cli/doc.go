// Package cli implements the command line.
//
// Main runs one command line and returns its exit status: Done, Failure,
// BadUsage or Cancelled. An Env supplies what surrounds the program: arguments,
// streams, registry, and the function that starts the terminal UI. The commands
// drive a model.Session. They print text, JSON or YAML documents, or a stream
// with one JSON event per line; Schema is the version of the JSON.
//
// A command that only prints never starts the terminal UI. The package imports
// neither os nor ral/host. Text from outside is printed through package safe.
package cli
