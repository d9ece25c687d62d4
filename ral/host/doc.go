// Package host defines the access to a machine: files, commands, D-Bus, network.
//
// A Reader reads and a Writer changes. They are separate concrete types, and a Reader cannot
// be converted to a Writer: code that lists, retrieves or explains gets only a Reader. A
// Reader runs only commands that were declared as a Query; the exception is Check, which runs
// a test of the user. A Host combines both sides. A Writer describes each action as an Act.
//
// The implementations are packages below this one. Package local is this machine, or a
// directory used as its root. Package record records each Act instead of performing it, and
// shows the files as they would be afterwards: a plan. Package fakehost is a host in memory for
// tests. They implement a WriteBackend; TapBefore, TapAfter, Timed, Observe and FaultyReads are
// layers of a backend.
//
// Package ownfiles has ralsh's files, for example the journal. A test lists the few packages
// outside of ral/host that may import os, net or similar packages (imports_test.go).
//
// A command is an argument list; no shell is involved. Files, output and answers have a
// maximum size, and commands and network requests have a default timeout. A Reader is safe for
// concurrent use.
package host
