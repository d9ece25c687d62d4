// Package output prints what commands report: text, tables, Puppet code and JSON.
//
// A Printer prints to the Streams of the process in the format of -o and the
// colours of --color. It cleans foreign text before the text reaches a terminal.
// A List writes a long JSON document in parts, a Bar shows progress, and Cleaned
// forwards the lines of a remote host. The package knows no command.
package output
