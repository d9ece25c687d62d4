// Package query knows which commands of modules only read.
//
// While code of a module reads, its commands run in its sandbox, where everything is
// read-only and sockets are not available. The programs of this package need more, and are
// known to only read with these arguments: Of returns the command and its Need. It runs in
// a separate confinement, with an empty home directory and without the files that the code
// wrote (Confinable). A program that cannot be confined runs only if modules.looks in
// config.yaml allows it. A call that could change something, run a program or write a file
// stays in the sandbox; so do abbreviations of options.
package query
