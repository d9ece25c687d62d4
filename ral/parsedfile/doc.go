// Package parsedfile implements providers for the records of text files.
//
// Examples are hosts, fstab, crontabs and aliases. A Format defines the kinds
// of lines in a file, each by a Definition, and parses a File: a list of lines.
// Each Line is a Record, a known kind of text (comment, blank) or unknown. A
// Store reads and writes files of one Format on a host. A Provider makes the
// records instances of a type; its method New fits ral.Provider.New. A provider
// that does more embeds its Behaviour and replaces some methods. One with
// several files, or files that belong to a tool, implements Files.
//
// Each Line keeps the bytes it was read from, so an unchanged line is written
// back byte for byte. A changed or new record is written by the rules of its
// own Definition, as in Puppet (semantics.md P41). Unlike Puppet, no header is
// added.
//
// A Store reads a file again for each access, so it misses neither the change
// of an earlier resource nor an edit by another process; it parses only lines
// that differ. A Store is safe for concurrent use.
package parsedfile
