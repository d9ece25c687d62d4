// Package parsedfile implements providers for the records of text files.
//
// Examples are hosts, fstab, crontabs and aliases. A Format describes the kinds of
// lines in a file with Definitions, and parses a File: a list of lines. Each Line is a
// Record, a text line (comment, blank) or unknown. A Store reads and writes files of a
// Format on a host. A Provider makes the records instances of a type; its method New
// fits ral.Provider.New. A provider with more functions embeds its Behaviour and
// replaces some methods. If it has several files, or files that belong to a tool, it
// implements Files.
//
// Each Line keeps its original bytes, so an unchanged line is written back byte for
// byte. A changed or new record is written by the rules of its own Definition, as in
// Puppet (semantics.md P41). Unlike Puppet, ralsh adds no header.
//
// A Store reads a file again for each access, so it sees changes of earlier resources
// and of other processes; it parses only lines that differ. A Store is safe for
// concurrent use.
package parsedfile
