// Package host provides access to a machine: files, commands, D-Bus, network.
//
// A Reader reads and a Writer changes. They are separate concrete types, and a Reader cannot
// be converted to a Writer: code that lists, retrieves or explains gets only a Reader. A
// Reader runs only commands that were declared as a Query; the exception is Check, which runs
// a test of the user. A Host combines both sides. Machine returns this machine, Below a
// directory used as its root, and NewFake a host in memory for tests. A plan uses the Reader
// and the Writer of a Recorder, which records each Act instead of performing it, and shows the
// files as they would be afterwards.
//
// Package ownfiles has ralsh's files, for example the journal. Outside of this package and the
// packages below it, only main, ui/terminal, pluginsync and the test package raltest/real may
// import os, net or similar packages (imports_test.go).
//
// A command is an argument list; no shell is involved. Files, output and answers have a
// maximum size, and commands and network requests have a default timeout. Reader, Recorder and
// Fake are safe for concurrent use.
package host
