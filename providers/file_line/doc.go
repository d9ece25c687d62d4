// Package fileline implements the type file_line: a line of a text file.
//
// The only provider is called ruby, as in Puppet's module, and edits the file without a
// tool. Type desiredLine determines whether the line exists and edits the file; text is a file
// as lines with their endings, and content finds them. Patterns are Go's regular
// expressions, translated from Ruby's. Attributes, behaviour and error messages are the
// same as in puppetlabs-stdlib 8.5.
//
// The provider keeps every byte outside of changed lines, also line endings and other
// encodings. It rejects a file with a NUL byte. The file must exist, unless the line
// should be absent. Lines of the same file are written together; until then, each line is
// read with the pending changes of the earlier lines. The type cannot be listed.
package fileline
