// Package fileline implements the type file_line: one line of a text file.
//
// The only provider is called ruby, as in Puppet's module, and edits the file
// itself. Type wanted decides whether the line is there and edits the file; text
// is a file as lines with their endings, and content finds them. Patterns are Go's regular
// expressions, translated from Ruby's. Attributes, behaviour and error messages
// are those of puppetlabs-stdlib 8.5.
//
// Every byte that is not part of a changed line stays as it is, also line endings
// and other encodings. A file with a NUL byte is not text and is rejected. The file
// must exist, unless the line is to be absent. Lines of one file are written
// together, and until then each is read as if the ones before it were written. The
// type cannot be listed.
package fileline
