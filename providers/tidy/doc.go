// Package tidy implements the type tidy: removal of files by age, size or name.
//
// The type has no provider. Its Generate hook walks the path and declares a
// file resource with ensure => absent for each file to remove, so the plan
// shows every removal and the type file does the work. The behaviour is that of
// semantics.md section 8.
//
// Symbolic links are never followed. A directory is only removed with rmdirs,
// and only if everything in it is removed; its resource requires those of its
// entries. Files that are declared in the same run are left unchanged. The walk
// reads the whole tree down to recurse before max_files is checked.
package tidy
