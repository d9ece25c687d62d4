// Package datafile parses the files and outputs that define facts, with the results of
// Facter: name=value lines, JSON, YAML as Ruby reads it, and facter.conf (HOCON).
//
// It reads no file: it gets the text and returns a value.
package datafile
