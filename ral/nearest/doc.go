// Package nearest finds the known name that is closest to a misspelled name.
//
// Of compares names by edit distance and ignores case. It returns "" if too many
// letters differ: more than about a quarter.
package nearest
