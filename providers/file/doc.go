// Package file implements the type file: files, directories and symbolic
// links, by path.
//
// The only provider, posix, works on the file system through package host. Its
// behaviour, files, reads a path in read.go and posix.go, creates and changes
// it in make.go, change.go and remove.go. Resolve adds the desired values that
// follow from a source, right before the path is read. The hook children
// declares the entries of a directory with recurse as resources (semantics.md
// T53). SELinux labels are read with stat(1) and set with chcon(1).
//
// A file is replaced by a rename, so no process sees an incomplete file;
// validate_cmd can reject the new content first. With backup, the old content
// is saved next to the file or in a filebucket before it is replaced or
// removed. Content above 1 MiB, and content that is not UTF-8, is represented
// by a checksum, which cannot be written as content. A source must still have
// the compared checksum when it is copied.
//
// Owners are looked up in /etc/passwd and /etc/group, which are parsed again
// only if they changed. Files cannot be listed, because there are too many.
package file
