// Package ownfiles gives access to the files of ralsh: its configuration, and the state directory
// with the journal, the log and caches. Providers never get it.
//
// A State is a state directory with locks and synced writes. Generations are a directory of it
// whose content is replaced atomically. Root uses no file that a different user could have
// written. ReadKey and ReadNamed read files that the user named.
package ownfiles
