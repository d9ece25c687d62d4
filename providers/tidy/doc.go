// Package tidy implements the type tidy: removal of files by age, size or
// name.
//
// The type needs no provider. Its Generate hook walks the path and declares a
// file resource with ensure => absent for each file to remove, so the plan
// shows every removal and the type file removes the files. The behaviour is
// that of semantics.md section 8.
//
// Symbolic links are never followed. A directory is only removed with rmdirs,
// and only if all its entries are removed; its resource requires the resources
// of its entries. Files that are declared in the same run stay unchanged. The
// walk reads the whole tree down to recurse before max_files is checked.
package tidy
